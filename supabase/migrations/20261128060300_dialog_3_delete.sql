-- Deletion of files by their authors and by the host of the meeting.

-- Deletes the text of a line and everything derived from it. The row remains as a deleted line. Requires the meeting's row
-- lock.
create function private.erase_line(p_line public.lines) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line public.lines;
  file public.files;
begin
  delete from public.translations where line_id = p_line.id;
  delete from public.translation_reports where line_id = p_line.id;
  delete from public.reactions where line_id = p_line.id;
  delete from public.line_marks where line_id = p_line.id;
  delete from public.line_corrections where line_id = p_line.id;
  delete from public.line_proposals where line_id = p_line.id;
  delete from public.lines where about = p_line.id;
  update public.files set name = null, deleted_at = now() where id = p_line.id returning * into file;
  update public.lines
  set
    text = null,
    deleted_at = now(),
    corrected_by = null,
    mentions = '{}',
    reply_to = null,
    revision = revision + 1,
    changed = private.next_seq(p_line.meeting_id)
  where id = p_line.id
  returning * into line;
  if file.call_id is not null then
    perform private.broadcast_call_file(file);
  end if;
  return private.broadcast_line_changed(line);
end
$$;

-- Deletes the caller's own line. Authors can always delete their words: after the call, after the meeting, after they were
-- removed. A repeat changes nothing.
create or replace function private.delete_line(p_line_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.author = caller_id then
    perform private.lock_meeting_row(line.meeting_id);
    select * into line from public.lines where id = p_line_id;
  end if;
  if line.id is null or (
    line.author <> caller_id
    and (line.deleted_at is not null or not private.shares_line(caller_id, line))
  ) then
    perform private.raise_error('line/not-found');
  elsif line.author <> caller_id then
    perform private.raise_error('request/not-allowed');
  elsif line.deleted_at is not null then
    return private.line_json(line);
  end if;
  return private.erase_line(line);
end
$$;

-- Deletes a shared file with its comments, for its author or the host of the meeting. A repeat changes nothing, so two people
-- may delete the same file.
create function private.delete_file(p_file_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  select lines.* into line
  from public.lines
  join public.files on files.id = lines.id
  where lines.id = p_file_id and files.shared_at is not null;
  if line.id is null
    or not (line.author = caller_id or private.can_read_line(caller_id, line))
    or (line.deleted_at is not null and not private.may_delete_file(caller_id, line))
  then
    perform private.raise_error('file/not-found');
  elsif not private.may_delete_file(caller_id, line) then
    perform private.raise_error('request/not-allowed');
  end if;
  perform private.lock_meeting_row(line.meeting_id);
  select * into line from public.lines where id = p_file_id;
  if line.id is not null and line.deleted_at is null then
    perform private.erase_line(line);
  end if;
end
$$;
grant execute on function private.delete_file(uuid) to authenticated;

create function public.delete_file(p_file_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.delete_file(p_file_id)
$$;
grant execute on function public.delete_file(uuid) to authenticated;

-- Returns the paths of deleted or withdrawn files that no line uses, forwarded lines included: those of the caller, and
-- shared files of the meetings that the caller hosts.
create or replace function private.removable_files(p_file_ids uuid[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if cardinality(p_file_ids) not between 1 and private.limit_value('filesPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  return array(
    select files.path
    from public.files
    where id = any (p_file_ids)
      and (
        owner = caller_id
        or (
          shared_at is not null
          and exists (select from public.meetings where meetings.id = files.meeting_id and host = caller_id)
        )
      )
      and deleted_at is not null
      and not exists (select from public.files as used where used.path = files.path and used.deleted_at is null)
  );
end
$$;
