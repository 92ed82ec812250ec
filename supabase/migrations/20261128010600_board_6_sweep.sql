-- Retention of boards. A line of a board is kept as long as the calls of its meeting, counted from when it was posted.

-- Deletes up to about `p_limit` rows of a meeting's board. Returns the number of deleted rows. As in `delete_call_rows`, a
-- file's row stays until Storage has deleted the bytes.
create function private.delete_board_rows(p_meeting_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  deleted int;
  batch int;
begin
  delete from public.lines
  where id in (
    select id from public.lines where meeting_id = p_meeting_id and call_id is null limit p_limit for update skip locked
  );
  get diagnostics deleted = row_count;
  if deleted >= p_limit then
    return deleted;
  end if;

  update public.files set name = null, deleted_at = now()
  where id in (
    select id from public.files
    where meeting_id = p_meeting_id and call_id is null and deleted_at is null
    limit p_limit
    for update skip locked
  );
  delete from public.files
  where id in (
    select id from public.files
    where meeting_id = p_meeting_id
      and call_id is null
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
  return deleted + batch;
end
$$;

-- Returns whether nothing of the meeting is left but its participants.
create function private.is_empty_meeting(p_meeting_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not exists (select from public.calls where meeting_id = p_meeting_id)
    and not exists (select from public.lines where meeting_id = p_meeting_id)
    and not exists (select from public.files where meeting_id = p_meeting_id);
end
$$;

-- Deletes lines of boards that are older than the workspace keeps its calls. Their files lose their names; `orphaned_files`
-- finds the bytes and then the rows.
create function private.sweep_boards(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  page_size constant int := 1000;
  line record;
  expired_ids uuid[] := '{}';
  seen int := 0;
begin
  next := p_after;
  for line in
    select
      lines.id,
      lines.created_at,
      lines.created_at < p_now - make_interval(days => private.kept_days(meetings.workspace_id)) as is_expired
    from public.lines
    join public.meetings on meetings.id = lines.meeting_id
    where lines.call_id is null
      and lines.created_at < p_now - interval '1 day'
      and (lines.created_at, lines.id) > (
        coalesce((p_after ->> 'at')::timestamptz, '-infinity'),
        coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by lines.created_at, lines.id
    limit page_size
  loop
    seen := seen + 1;
    if line.is_expired then
      expired_ids := expired_ids || line.id;
    end if;
    next := jsonb_build_object('at', line.created_at, 'id', line.id);
    exit when cardinality(expired_ids) >= p_limit;
  end loop;
  if seen < page_size and cardinality(expired_ids) < p_limit then
    next := null;
  end if;

  update public.files set name = null, deleted_at = now() where id = any (expired_ids) and deleted_at is null;
  delete from public.lines
  where id in (select id from public.lines where id = any (expired_ids) for update skip locked);
  get diagnostics deleted = row_count;
end
$$;

-- Deletes meetings that are over, with their participants: a guest's a week after its end, those of a workspace
-- with their last call.
create or replace function private.sweep_meetings(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
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
      if deleted < p_limit then
        deleted := deleted + private.delete_board_rows(meeting.id, p_limit - deleted);
      end if;
      if deleted < p_limit and private.is_empty_meeting(meeting.id) then
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

-- Returns the number of deleted rows, the cursor of the next batch, and the duration in milliseconds, by which the
-- caller chooses the next `p_limit`. `p_now` is another time than now in tests only.
create or replace function private.sweep(
  p_step text, p_limit int, p_after jsonb, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  started_at timestamptz := clock_timestamp();
  batch_size int := least(greatest(p_limit, 1), private.limit_value('retention.rowsPerBatch')::int);
  outcome record;
begin
  case p_step
    when 'ends' then outcome := private.sweep_ends(batch_size, p_after, p_now);
    when 'calls' then outcome := private.sweep_calls(batch_size, p_after, p_now);
    when 'boards' then outcome := private.sweep_boards(batch_size, p_after, p_now);
    when 'meetings' then outcome := private.sweep_meetings(batch_size, p_after, p_now);
    when 'broadcasts' then outcome := private.sweep_broadcasts(batch_size, p_after, p_now);
    when 'users' then outcome := private.sweep_users(batch_size, p_after, p_now);
    when 'turns' then outcome := private.sweep_turns(batch_size, p_after, p_now);
    when 'traces' then outcome := private.sweep_traces(batch_size, p_after, p_now);
    when 'emails' then outcome := private.sweep_emails(batch_size, p_after, p_now);
    else perform private.raise_error('request/invalid');
  end case;
  return jsonb_build_object(
    'deleted', outcome.deleted,
    'next', outcome.next,
    'ms', round(extract(epoch from clock_timestamp() - started_at) * 1000)
  );
end
$$;
