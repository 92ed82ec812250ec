-- Forwarding of files to the boards of other meetings.

-- Copies a file that the caller may read to the board of a meeting on which the caller may write, as a new file of the
-- caller. Both files share the stored bytes. A repeat returns the stored line.
create function private.forward_file(p_line_id uuid, p_file_id uuid, p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  source_line public.lines := private.require_file_line(caller_id, p_file_id);
  meeting public.meetings;
  line public.lines;
  existing public.lines;
  line_json jsonb;
begin
  if p_line_id is null then
    perform private.raise_error('request/invalid');
  end if;
  line.id := p_line_id;
  line.meeting_id := private.meeting_of_place(caller_id, null, p_meeting_id);
  line.kind := 'chat';
  line.author := caller_id;
  line.text := source_line.text;
  line.language := source_line.language;
  line.mentions := '{}';
  line.forwarded := true;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.check_line_rate_limit(caller_id, line.text);
  meeting := private.lock_meeting_row(p_meeting_id);
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.require_open_place(meeting, null, caller_id);
  -- The file may have been deleted, or its call closed to the caller. The deletion of its bytes waits for this lock.
  perform from public.files where id = p_file_id for share;
  perform private.require_file_line(caller_id, p_file_id);
  perform private.copy_file(p_file_id, line, meeting.keep);
  line_json := private.insert_line(line, meeting.keep);
  perform private.copy_contents(p_file_id, line.id);
  return line_json;
end
$$;
grant execute on function private.forward_file(uuid, uuid, uuid) to authenticated;

create function public.forward_file(p_line_id uuid, p_file_id uuid, p_meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.forward_file(p_line_id, p_file_id, p_meeting_id)
$$;
grant execute on function public.forward_file(uuid, uuid, uuid) to authenticated;
