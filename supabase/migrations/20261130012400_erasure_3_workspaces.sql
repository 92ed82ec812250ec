-- Deletes workspaces in batches, with everything in them. See jobs_2_sweep_meetings for the rules of a step.

-- Deletes up to about `p_limit` rows of a meeting, and the meeting itself once it is empty. Returns the number of deleted rows.
-- The rows of files wait until Storage has deleted their bytes.
create function private.delete_meeting_rows(p_meeting_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  call_id uuid;
  deleted int := 0;
  batch int;
begin
  for call_id in select id from public.calls where meeting_id = p_meeting_id loop
    deleted := deleted + private.delete_call_rows(call_id, p_limit - deleted);
    exit when deleted >= p_limit;
  end loop;
  if deleted < p_limit then
    deleted := deleted + private.delete_board_rows(p_meeting_id, p_limit - deleted);
  end if;
  if deleted < p_limit and private.is_empty_meeting(p_meeting_id) then
    delete from public.participants
    where meeting_id = p_meeting_id and user_id in (
      select user_id from public.participants where meeting_id = p_meeting_id limit p_limit for update skip locked
    );
    get diagnostics batch = row_count;
    deleted := deleted + batch;
    if batch < p_limit then
      delete from public.meetings
      where id in (select id from public.meetings where id = p_meeting_id for update skip locked);
      get diagnostics batch = row_count;
      deleted := deleted + batch;
    end if;
  end if;
  return deleted;
end
$$;

-- Deletes meetings that are over, with their participants: a guest's a week after its end, those of a workspace
-- with their last call.
create or replace function private.sweep_meetings(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  page_size constant int := 500;
  meeting record;
  seen int := 0;
begin
  deleted := 0;
  next := p_after;
  for meeting in
    select meetings.id, coalesce(ended_at, expires_at) as over_at, private.meeting_kept_until(meetings) < p_now as is_expired
    from public.meetings
    where coalesce(ended_at, expires_at) < p_now - interval '1 day'
      and (coalesce(ended_at, expires_at), meetings.id) > (
        coalesce((p_after ->> 'at')::timestamptz, '-infinity'),
        coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by coalesce(ended_at, expires_at), meetings.id
    limit page_size
  loop
    seen := seen + 1;
    if meeting.is_expired then
      deleted := deleted + private.delete_meeting_rows(meeting.id, p_limit - deleted);
      if deleted >= p_limit then
        next := coalesce(next, '{}');
        return;
      end if;
    end if;
    next := jsonb_build_object('at', meeting.over_at, 'id', meeting.id);
  end loop;
  if seen < page_size then
    next := null;
  end if;
end
$$;

-- Ends memberships of a workspace, and locks it. Members without another workspace get one of their own. Returns the number of
-- memberships. The locks of people come first, as when somebody accepts an invitation.
create function private.delete_memberships(p_workspace_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  -- Each may get a workspace.
  at_once constant int := 20;
  page uuid[] := array(
    select user_id from public.workspace_members where workspace_id = p_workspace_id order by user_id limit least(p_limit, at_once)
  );
  member_id uuid;
begin
  foreach member_id in array page loop
    perform private.lock_user(member_id);
  end loop;
  perform from public.workspaces where id = p_workspace_id for no key update;
  foreach member_id in array page loop
    delete from public.workspace_members where workspace_id = p_workspace_id and user_id = member_id;
    if private.has_account(member_id) then
      perform private.set_up_account(member_id, coalesce((select email from auth.users where id = member_id), ''));
    end if;
  end loop;
  return cardinality(page);
end
$$;

-- Deletes up to about `p_limit` rows of a workspace, and the workspace itself once it is empty. First nobody is a member any more,
-- and its calls end. `p_after_meeting`: its meetings up to here wait for Storage. Returns the number of deleted rows, and the
-- meeting where to go on.
create function private.delete_workspace_rows(
  p_workspace_id uuid, p_limit int, p_after_meeting uuid, out deleted int, out next_meeting uuid
)
language plpgsql set search_path = '' as $$
declare
  page_size constant int := 200;
  meeting record;
  batch int;
  seen int := 0;
begin
  next_meeting := p_after_meeting;
  deleted := private.delete_memberships(p_workspace_id, p_limit);
  delete from public.workspace_invitations
  where id in (select id from public.workspace_invitations where workspace_id = p_workspace_id limit p_limit);
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  if exists (select from public.workspace_members where workspace_id = p_workspace_id) then
    return;
  end if;
  for meeting in
    select id, ended_at from public.meetings
    where workspace_id = p_workspace_id
      and id > coalesce(p_after_meeting, '00000000-0000-0000-0000-000000000000')
    order by id
    limit page_size
  loop
    if deleted >= p_limit then
      return;
    end if;
    seen := seen + 1;
    if meeting.ended_at is null then
      perform private.lock_meeting_row(meeting.id);
      perform private.finish_meeting(meeting.id, now());
      deleted := deleted + 1;
    end if;
    deleted := deleted + private.delete_meeting_rows(meeting.id, greatest(p_limit - deleted, 1));
    -- Rows that a complete batch leaves wait for Storage.
    if deleted < p_limit then
      next_meeting := meeting.id;
    end if;
  end loop;
  if deleted >= p_limit or seen = page_size then
    return;
  end if;
  next_meeting := null;
  delete from public.glossary_terms
  where id in (select id from public.glossary_terms where workspace_id = p_workspace_id limit p_limit for update skip locked);
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  delete from public.workspace_changes
  where id in (select id from public.workspace_changes where workspace_id = p_workspace_id limit p_limit);
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  if deleted < p_limit and not exists (select from public.meetings where workspace_id = p_workspace_id) then
    delete from public.workspaces
    where id in (select id from public.workspaces where id = p_workspace_id for update skip locked);
    get diagnostics batch = row_count;
    deleted := deleted + batch;
  end if;
end
$$;

-- Adds the emails to members about a deletion, but for whoever requested it. Returns the number of members.
create function private.inform_members(p_deletion private.workspace_deletions, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  member record;
  seen int := 0;
begin
  for member in
    select members.user_id, users.email, profiles.ui_locale, profiles.time_zone
    from public.workspace_members as members
    join auth.users on users.id = members.user_id
    join public.profiles on profiles.id = members.user_id
    where members.workspace_id = p_deletion.workspace_id and members.user_id > p_deletion.informed_id
    order by members.user_id
    limit p_limit
  loop
    seen := seen + 1;
    update private.workspace_deletions set informed_id = member.user_id where workspace_id = p_deletion.workspace_id;
    if member.email <> '' and member.user_id is distinct from p_deletion.requested_by then
      perform private.enqueue_email(
        private.workspace_deletion_key(p_deletion) || member.user_id,
        lower(member.email),
        'workspace-deletion',
        member.ui_locale,
        jsonb_build_object(
          'workspace', (select name from public.workspaces where id = p_deletion.workspace_id),
          'owner', (select display_name from public.profiles where id = p_deletion.requested_by),
          'delete_at', p_deletion.delete_at,
          'time_zone', member.time_zone
        )
      );
    end if;
  end loop;
  update private.workspace_deletions set is_informed = true
  where workspace_id = p_deletion.workspace_id and seen < p_limit;
  return seen;
end
$$;

-- Returns the beginning of the keys of the emails about a deletion.
create function private.workspace_deletion_key(p_deletion private.workspace_deletions) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return format('workspace-deletion:%s:%s:', p_deletion.workspace_id, extract(epoch from p_deletion.requested_at));
end
$$;

-- Informs the members of workspaces that are going to be deleted, and deletes those whose week is over. The row of the deletion is
-- locked for a batch, so of two runs one skips it, and a withdrawal comes before the first batch or is too late.
create function private.sweep_deleted_workspaces(
  p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb, out failed int
)
language plpgsql set search_path = '' as $$
declare
  v_after uuid := coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000');
  deletion private.workspace_deletions;
  outcome record;
begin
  deleted := 0;
  failed := 0;
  select * into deletion from private.workspace_deletions
  where workspace_id > v_after and (delete_at <= p_now or not is_informed)
  order by workspace_id
  limit 1
  for update skip locked;
  if not found then
    return;
  end if;
  next := jsonb_build_object('id', deletion.workspace_id);
  begin
    if deletion.delete_at > p_now then
      if private.inform_members(deletion, p_limit) = p_limit then
        next := coalesce(p_after, '{}');
      end if;
      return;
    end if;
    update private.workspace_deletions set started_at = p_now
    where workspace_id = deletion.workspace_id and started_at is null;
    outcome := private.delete_workspace_rows(deletion.workspace_id, p_limit, (p_after ->> 'meeting')::uuid);
    deleted := outcome.deleted;
    if outcome.deleted > 0 or outcome.next_meeting is not null then
      next := jsonb_build_object('id', p_after ->> 'id', 'meeting', outcome.next_meeting);
    end if;
  exception when others then
    raise warning 'the deletion of a workspace failed: %', sqlstate;
    next := jsonb_build_object('id', deletion.workspace_id);
    deleted := 0;
    failed := 1;
  end;
end
$$;
