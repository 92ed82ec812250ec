-- Deletes lines in batches, however many other lines hang on them.

-- Deletes the lines, or first up to `p_limit` of the comments on them and of the references by replies. Returns the number of
-- changed rows. One line may have hundreds of thousands of replies: clearing them all in its deletion would time out.
create function private.delete_lines(p_ids uuid[], p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  changed int;
begin
  delete from public.lines where id in (select id from public.lines where about = any (p_ids) limit p_limit);
  get diagnostics changed = row_count;
  if changed < p_limit then
    update public.lines set reply_to = null
    where id in (select id from public.lines where reply_to = any (p_ids) limit p_limit);
    get diagnostics changed = row_count;
  end if;
  if changed < p_limit then
    delete from public.lines where id = any (p_ids);
    get diagnostics changed = row_count;
  end if;
  return changed;
end
$$;

-- Deletes up to about `p_limit` rows of a call, and the call itself once it is empty. Returns the number of deleted
-- rows. A call with many lines is deleted line batch by line batch, never by one cascade. A file's row stays, without
-- its name, until Storage has deleted the bytes. Then the next sweep deletes it and the call.
create or replace function private.delete_call_rows(p_call_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  deleted int := 0;
  batch int;
begin
  -- First, so that no deleted line searches the summary for its citations.
  delete from public.summaries where call_id = p_call_id;

  deleted := private.delete_lines(
    array(select id from public.lines where call_id = p_call_id limit p_limit for update skip locked), p_limit
  );
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

-- Deletes up to about `p_limit` rows of a meeting's board. Returns the number of deleted rows. As in `delete_call_rows`, a
-- file's row stays until Storage has deleted the bytes.
create or replace function private.delete_board_rows(p_meeting_id uuid, p_limit int) returns int
language plpgsql set search_path = '' as $$
declare
  deleted int;
  batch int;
begin
  deleted := private.delete_lines(
    array(
      select id from public.lines where meeting_id = p_meeting_id and call_id is null limit p_limit for update skip locked
    ),
    p_limit
  );
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

-- Deletes lines of boards that are older than the workspace keeps its calls. Their files lose their names; `orphaned_files`
-- finds the bytes and then the rows.
create or replace function private.sweep_boards(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
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
  deleted := private.delete_lines(
    array(select id from public.lines where id = any (expired_ids) for update skip locked), p_limit
  );
  -- Replies or comments filled the batch. The same lines come next.
  if deleted >= p_limit and exists (select from public.lines where id = any (expired_ids)) then
    next := coalesce(p_after, '{}');
  end if;
end
$$;
