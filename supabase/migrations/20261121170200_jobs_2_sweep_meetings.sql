-- Steps of the job `sweep` that delete calls and meetings by retention.
--
-- A step deletes about `p_limit` rows and returns a cursor, `next`, with which the caller continues. Null means that
-- the step is done. All steps can be repeated, stopped between two batches, and run twice at once: a step skips rows
-- that another transaction has locked. The cursor is the place in the order of ends, so that rows which stay, such as
-- calls of a workspace that keeps them longer, are read once a run.

create index calls_ended_at_idx on public.calls (ended_at, id) where ended_at is not null;
create index meetings_over_idx on public.meetings ((coalesce(ended_at, expires_at)), id)
where coalesce(ended_at, expires_at) is not null;

-- Returns the days for which a workspace keeps its calls. Meetings without a workspace have the default.
create function private.kept_days(p_workspace_id uuid) returns int
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select retention_days from public.workspaces where id = p_workspace_id),
    private.limit_value('retention.defaultDays')::int
  );
end
$$;

-- Returns when the meeting is deleted with all its calls; null while it has no end. A guest's meeting has no
-- workspace and is deleted earlier.
create function private.meeting_kept_until(p_meeting public.meetings) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_meeting.ended_at, p_meeting.expires_at) + make_interval(
    days => case
      when p_meeting.workspace_id is null then private.limit_value('retention.guestMeetingDays')::int
      else private.kept_days(p_meeting.workspace_id)
    end
  );
end
$$;

-- Returns when the call's lines are deleted; null while the call is open.
create function private.call_kept_until(p_call public.calls) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  meeting public.meetings;
begin
  select * into meeting from public.meetings where id = p_call.meeting_id;
  return least(
    private.call_ended_at(p_call) + make_interval(days => private.kept_days(meeting.workspace_id)),
    case when meeting.workspace_id is null then private.meeting_kept_until(meeting) end
  );
end
$$;

-- Deletes up to about `p_limit` rows of a call, and the call itself once it is empty. Returns the number of deleted
-- rows. A call with many lines is deleted line batch by line batch, never by one cascade. A file's row stays, without
-- its name, until Storage has deleted the bytes. Then the next sweep deletes it and the call.
create function private.delete_call_rows(p_call_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  deleted int := 0;
  batch int;
begin
  -- First, so that no deleted line searches the summary for its citations.
  delete from public.summaries where call_id = p_call_id;

  delete from public.lines
  where id in (select id from public.lines where call_id = p_call_id limit p_limit for update skip locked);
  get diagnostics deleted = row_count;
  if deleted >= p_limit then
    return deleted;
  end if;

  update public.files set name = null, deleted_at = now()
  where id in (
    select id from public.files where call_id = p_call_id and deleted_at is null limit p_limit for update skip locked
  );
  delete from public.files
  where id in (
    select id from public.files
    where call_id = p_call_id
      and deleted_at is not null
      and (
        not exists (select from storage.objects where bucket_id = 'files' and name = files.path)
        -- A forwarded copy keeps the object.
        or exists (select from public.files as copy where copy.path = files.path and copy.deleted_at is null)
      )
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;

  delete from public.call_peers
  where call_id = p_call_id and peer_id in (
    select peer_id from public.call_peers where call_id = p_call_id limit p_limit for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  delete from public.attendance
  where call_id = p_call_id and user_id in (
    select user_id from public.attendance where call_id = p_call_id limit p_limit for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;

  if deleted < p_limit
    and not exists (select from public.lines where call_id = p_call_id)
    and not exists (select from public.files where call_id = p_call_id)
    and not exists (select from public.call_peers where call_id = p_call_id)
    and not exists (select from public.attendance where call_id = p_call_id)
  then
    delete from public.calls
    where id in (select id from public.calls where id = p_call_id for update skip locked);
    get diagnostics batch = row_count;
    deleted := deleted + batch;
  end if;
  return deleted;
end
$$;

-- Writes the end of calls that everyone has left. Nothing else writes it until somebody enters the meeting again.
create function private.sweep_ends(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  call public.calls;
  ends_at timestamptz;
  seen int := 0;
begin
  deleted := 0;
  for call in
    select * from public.calls
    where ended_at is null and meeting_id > coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
    order by meeting_id
    limit p_limit
  loop
    seen := seen + 1;
    next := jsonb_build_object('id', call.meeting_id);
    ends_at := private.call_ended_at(call);
    -- Everyone who enters locks the meeting, so a call with its lock has no newcomer.
    if ends_at < p_now - interval '1 hour'
      and exists (select from public.meetings where id = call.meeting_id for no key update skip locked)
    then
      perform private.end_stale_peers(call.id, null);
      update public.calls set ended_at = ends_at
      where id = call.id and ended_at is null and private.call_ended_at(calls) = ends_at;
      deleted := deleted + 1;
    end if;
  end loop;
  if seen < p_limit then
    next := null;
  end if;
end
$$;

-- Deletes calls that are older than their workspace keeps them.
create function private.sweep_calls(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  page_size constant int := 1000;
  call record;
  seen int := 0;
begin
  deleted := 0;
  next := p_after;
  for call in
    select
      calls.id,
      calls.ended_at,
      calls.ended_at < p_now - make_interval(
        days => coalesce(workspaces.retention_days, private.limit_value('retention.defaultDays')::int)
      ) as is_expired
    from public.calls
    join public.meetings on meetings.id = calls.meeting_id
    left join public.workspaces on workspaces.id = meetings.workspace_id
    where calls.ended_at < p_now - interval '1 day'
      and (calls.ended_at, calls.id) > (
        coalesce((p_after ->> 'at')::timestamptz, '-infinity'),
        coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by calls.ended_at, calls.id
    limit page_size
  loop
    seen := seen + 1;
    if call.is_expired then
      deleted := deleted + private.delete_call_rows(call.id, p_limit - deleted);
      -- The same call is the first of the next batch.
      if deleted >= p_limit then
        next := coalesce(next, '{}');
        return;
      end if;
    end if;
    next := jsonb_build_object('at', call.ended_at, 'id', call.id);
  end loop;
  if seen < page_size then
    next := null;
  end if;
end
$$;

-- Deletes meetings that are over, with their participants: a guest's a week after its end, those of a workspace
-- with their last call.
create function private.sweep_meetings(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  page_size constant int := 500;
  meeting record;
  call_id uuid;
  batch int;
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
      for call_id in select id from public.calls where meeting_id = meeting.id loop
        deleted := deleted + private.delete_call_rows(call_id, p_limit - deleted);
        exit when deleted >= p_limit;
      end loop;
      if deleted < p_limit and not exists (select from public.calls where meeting_id = meeting.id) then
        delete from public.participants
        where meeting_id = meeting.id and user_id in (
          select user_id from public.participants where meeting_id = meeting.id limit p_limit for update skip locked
        );
        get diagnostics batch = row_count;
        deleted := deleted + batch;
        if batch < p_limit then
          delete from public.meetings
          where id in (select id from public.meetings where id = meeting.id for update skip locked);
          get diagnostics batch = row_count;
          deleted := deleted + batch;
        end if;
      end if;
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
