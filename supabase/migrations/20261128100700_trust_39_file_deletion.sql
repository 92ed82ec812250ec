-- Bounds the rows that the deletion of a file deletes. 15,000 comments, each deleted at once, took longer than a request may take.
create or replace function private.post_comment(p_line_id uuid, p_file_id uuid, p_language text, p_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  meeting public.meetings;
  line public.lines;
  existing public.lines;
  comment_limit bigint := private.limit_value('board.commentsPerFile');
begin
  perform private.lock_sending(caller_id);
  if p_line_id is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_text(clean_text, p_language, 'message');
  line.id := p_line_id;
  line.meeting_id := (private.require_file_line(caller_id, p_file_id)).meeting_id;
  line.about := p_file_id;
  line.kind := 'chat';
  line.author := caller_id;
  line.language := p_language;
  line.text := clean_text;
  line.mentions := '{}';
  line.forwarded := false;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.check_line_rate_limit(caller_id, line.text);
  meeting := private.lock_meeting_row(line.meeting_id);
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.require_open_place(meeting, null, caller_id);
  if meeting.keep = 'nothing' then
    perform private.raise_error('line/not-kept');
  end if;
  -- The file may have been deleted, or the call closed to the caller.
  perform private.require_file_line(caller_id, p_file_id);
  -- Guests leave a quarter to the owner of the file and to those to whom the meeting belongs.
  if not private.belongs_to_meeting(caller_id, meeting.id)
    and not exists (select from public.files where id = p_file_id and owner = caller_id)
  then
    comment_limit := comment_limit * 3 / 4;
  end if;
  if (select count(*) from public.lines where about = p_file_id and deleted_at is null) >= comment_limit
    -- Deleted comments stay as rows, and all rows are deleted with the file.
    or (select count(*) from public.lines where about = p_file_id) >= 2 * private.limit_value('board.commentsPerFile')
    or (
      select count(*) from public.lines where about = p_file_id and author = caller_id
    ) >= private.limit_value('board.commentsPerPerson')
  then
    perform private.raise_error('line/board-full');
  end if;
  return private.insert_line(line, 'days');
end
$$;

-- As before, and limits how often.
create or replace function private.delete_file(p_file_id uuid) returns void
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
  perform private.check_rate_limit(caller_id, 'filesPerMinute');
  perform private.lock_meeting_row(line.meeting_id);
  select * into line from public.lines where id = p_file_id;
  if line.id is not null and line.deleted_at is null then
    perform private.erase_line(line);
  end if;
end
$$;
