-- Deletes the rows of people whose accounts are deleted, in batches. See jobs_2_sweep_meetings for the rules of a step.
--
-- The text of a person's lines goes, with everything that hangs on it. The row stays as a deleted line, because replies and the
-- order of the others' lines depend on it, and belongs to a user without a name, an address or a way to sign in. Texts of
-- others stay, also where the person had corrected or approved them, and no longer name the person.

-- Deletes the text of some of the person's lines. Returns the number of changed rows. Lines that a page may show at this moment
-- are deleted as by their author; those of calls that are over at once.
create function private.erase_lines(p_user_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  -- Each of these is a broadcast.
  shown_at_once constant int := 25;
  v_mark_id uuid;
  page uuid[] := array(select id from public.lines where author = p_user_id order by created_at, id limit p_limit);
  shown_ids uuid[];
  line_ids uuid[];
  line public.lines;
  changed int;
begin
  if page = '{}' then
    return 0;
  end if;
  v_mark_id := private.mark_of_deleted_account(p_user_id);
  shown_ids := array(
    select lines.id from public.lines
    left join public.calls on calls.id = lines.call_id
    where lines.id = any (page) and lines.deleted_at is null and (lines.call_id is null or calls.ended_at is null)
    order by lines.meeting_id, lines.id
    limit shown_at_once
  );
  if shown_ids <> '{}' then
    -- A file may have thousands of comments.
    delete from public.lines where id in (select id from public.lines where about = any (shown_ids) limit p_limit);
    get diagnostics changed = row_count;
    if changed >= p_limit then
      return changed;
    end if;
    -- Every change of a line takes the lock of its meeting first.
    perform private.lock_meeting_row(meeting_id)
    from (select distinct meeting_id from public.lines where id = any (shown_ids) order by meeting_id) as meetings;
    for line in select * from public.lines where id = any (shown_ids) and deleted_at is null for update loop
      update public.lines set author = v_mark_id, typed_by = null where id = line.id returning * into line;
      update public.files set owner = v_mark_id, offered_from = null where id = line.id;
      perform private.erase_line(line);
      changed := changed + 1;
    end loop;
    return greatest(changed, 1);
  end if;

  line_ids := array(select id from public.lines where id = any (page) order by id for update skip locked);
  delete from public.translations where line_id = any (line_ids);
  delete from public.translation_reports where line_id = any (line_ids);
  delete from public.reactions where line_id = any (line_ids);
  delete from public.line_marks where line_id = any (line_ids);
  delete from public.line_corrections where line_id = any (line_ids);
  delete from public.line_proposals where line_id = any (line_ids);
  delete from public.lines where id in (select id from public.lines where about = any (line_ids) limit p_limit);
  get diagnostics changed = row_count;
  if changed >= p_limit then
    return changed;
  end if;
  update public.files
  set owner = v_mark_id, offered_from = null, name = null, deleted_at = coalesce(deleted_at, now())
  where id = any (line_ids);
  update public.lines
  set
    author = v_mark_id,
    text = null,
    deleted_at = coalesce(deleted_at, now()),
    typed_by = null,
    corrected_by = null,
    mentions = '{}',
    reply_to = null,
    revision = revision + (deleted_at is null)::int
  where id = any (line_ids);
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- The rows of a person apart from lines and files: the table, its column, and whether the row goes or only the person's id.
create function private.personal_rows() returns table (table_name text, column_name text, goes boolean)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  values
    ('participants', 'user_id', true),
    ('participants', 'captioner', false),
    ('attendance', 'user_id', true),
    ('call_peers', 'user_id', true),
    ('knocks', 'user_id', true),
    ('reactions', 'user_id', true),
    ('line_proposals', 'proposer', true),
    ('translation_reports', 'reporter', true),
    ('confirmation_answers', 'user_id', true),
    ('confirmations', 'asked_by', false),
    ('lines', 'typed_by', false),
    ('lines', 'corrected_by', false),
    ('line_corrections', 'author', false),
    ('line_marks', 'who', false),
    ('line_marks', 'by', false),
    ('glossary_terms', 'proposed_by', false),
    ('glossary_terms', 'approved_by', false),
    ('meetings', 'host', false),
    ('workspace_invitations', 'invited_by', false),
    ('workspace_invitations', 'accepted_by', true),
    ('workspace_changes', 'actor', false),
    ('workspace_changes', 'person', false),
    ('workspace_member_usage', 'member', false);
end
$$;

-- Ends some of the person's live peers. Returns their number.
create function private.end_peers_of_user(p_user_id uuid) returns int
language plpgsql set search_path = '' as $$
declare
  -- Each of these is a broadcast.
  ended_at_once constant int := 10;
  peer public.call_peers;
  ended int := 0;
begin
  for peer in
    select call_peers.* from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where user_id = p_user_id and left_at is null
    order by calls.meeting_id
    limit ended_at_once
  loop
    perform private.lock_meeting_row((select meeting_id from public.calls where id = peer.call_id));
    perform private.end_peer(peer, 'left', now());
    ended := ended + 1;
  end loop;
  return ended;
end
$$;

-- Deletes up to about `p_limit` rows of a person. Returns their number: zero once nothing is left, or if all that is left is locked.
create function private.delete_account_rows(p_user_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  part record;
  deleted int;
  batch int;
begin
  deleted := private.end_peers_of_user(p_user_id);
  if deleted > 0 then
    return deleted;
  end if;
  deleted := private.erase_lines(p_user_id, p_limit);
  if deleted >= p_limit then
    return deleted;
  end if;
  -- Offered and never shared, or their line is gone. `orphaned_files` finds the bytes.
  update public.files
  set
    owner = private.mark_of_deleted_account(p_user_id),
    offered_from = null, name = null, deleted_at = coalesce(deleted_at, now())
  where id in (select id from public.files where owner = p_user_id limit p_limit for update skip locked);
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  -- `<> '{}'`: the index has no other rows.
  update public.lines set mentions = array_remove(mentions, p_user_id)
  where id in (
    select id from public.lines
    where mentions <> '{}' and mentions @> array[p_user_id]
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  for part in select * from private.personal_rows() loop
    if deleted >= p_limit then
      return deleted;
    end if;
    execute format(
      case
        when part.goes then 'delete from public.%1$I where ctid = any (%2$s)'
        else 'update public.%1$I set %3$I = null where ctid = any (%2$s)'
      end,
      part.table_name,
      format(
        'array(select ctid from public.%I where %I = $1 limit $2 for update skip locked)', part.table_name, part.column_name
      ),
      part.column_name
    )
    using p_user_id, p_limit - deleted;
    get diagnostics batch = row_count;
    deleted := deleted + batch;
  end loop;
  return deleted;
end
$$;

-- Returns whether rows of the person are left, which would be too many for the deletion of the user.
create function private.has_personal_rows(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  part record;
  found_row boolean;
begin
  for part in
    select table_name, column_name from private.personal_rows()
    union all
    values ('lines', 'author'), ('files', 'owner')
  loop
    execute format('select exists (select from public.%I where %I = $1)', part.table_name, part.column_name)
    into found_row
    using p_user_id;
    if found_row then
      return true;
    end if;
  end loop;
  return false;
end
$$;

-- Deletes accounts whose week is over. As in `sweep_deleted_workspaces`, the row of the deletion is locked for a batch, and a
-- deletion that fails does not stop the others.
create function private.sweep_deleted_accounts(
  p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb, out failed int
)
language plpgsql set search_path = '' as $$
declare
  deletion private.account_deletions;
begin
  deleted := 0;
  failed := 0;
  select * into deletion from private.account_deletions
  where delete_at <= p_now
    and user_id > coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
  order by user_id
  limit 1
  for update skip locked;
  if not found then
    return;
  end if;
  begin
    if deletion.started_at is null then
      perform private.begin_account_deletion(deletion.user_id, p_now);
      deleted := 1;
    else
      deleted := private.delete_account_rows(deletion.user_id, p_limit);
    end if;
    if deleted > 0 then
      next := coalesce(p_after, '{}');
      return;
    end if;
    if not private.has_personal_rows(deletion.user_id) then
      -- `sweep_traces` deletes those of earlier days.
      delete from public.usage where day >= (now() at time zone 'utc')::date - 1 and subject = deletion.user_id;
      delete from auth.users where id = deletion.user_id;
      deleted := 1;
    end if;
  exception when others then
    raise warning 'the deletion of an account failed: %', sqlstate;
    deleted := 0;
    failed := 1;
  end;
  next := jsonb_build_object('id', deletion.user_id);
end
$$;

create or replace function private.sweep(
  p_step text, p_limit int, p_after jsonb, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  started_at timestamptz := clock_timestamp();
  batch_size int := least(greatest(p_limit, 1), private.limit_value('retention.rowsPerBatch')::int);
  outcome record;
  failures int := 0;
begin
  case p_step
    when 'ends' then outcome := private.sweep_ends(batch_size, p_after, p_now);
    when 'measures' then outcome := private.sweep_measures(batch_size, p_after, p_now);
    when 'deleted-accounts' then
      outcome := private.sweep_deleted_accounts(batch_size, p_after, p_now);
      failures := outcome.failed;
    when 'deleted-workspaces' then
      outcome := private.sweep_deleted_workspaces(batch_size, p_after, p_now);
      failures := outcome.failed;
    when 'calls' then outcome := private.sweep_calls(batch_size, p_after, p_now);
    when 'boards' then outcome := private.sweep_boards(batch_size, p_after, p_now);
    when 'meetings' then outcome := private.sweep_meetings(batch_size, p_after, p_now);
    when 'broadcasts' then outcome := private.sweep_broadcasts(batch_size, p_after, p_now);
    when 'texts' then outcome := private.sweep_texts(batch_size, p_after, p_now);
    when 'users' then outcome := private.sweep_users(batch_size, p_after, p_now);
    when 'turns' then outcome := private.sweep_turns(batch_size, p_after, p_now);
    when 'traces' then outcome := private.sweep_traces(batch_size, p_after, p_now);
    when 'workspaces' then outcome := private.sweep_workspaces(batch_size, p_after, p_now);
    when 'emails' then outcome := private.sweep_emails(batch_size, p_after, p_now);
    else perform private.raise_error('request/invalid');
  end case;
  return jsonb_build_object(
    'deleted', outcome.deleted,
    'next', outcome.next,
    'failed', failures,
    'ms', round(extract(epoch from clock_timestamp() - started_at) * 1000)
  );
end
$$;
