-- People who may no longer enter a call change nothing in it. They can still delete their own lines.

-- Rejects people outside an open call who may not enter it any more. Requires the meeting's row lock.
create function private.require_line_entry(p_user_id uuid, p_line public.lines) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select private.call_ended_at(calls) is null from public.calls where id = p_line.call_id) then
    perform private.require_inside_or_entry(meetings, p_user_id) from public.meetings where id = p_line.meeting_id;
  end if;
end
$$;

-- Locks the line's meeting and returns the current line for a user who may correct and mark it: attendees during the
-- call, all readers afterwards. Removed participants may not, even if the workspace lets them read.
create or replace function private.lock_readable_line(p_user_id uuid, p_line_id uuid) returns public.lines
language plpgsql set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  if line.id is null or not private.can_read_line(p_user_id, line) then
    perform private.raise_error('line/not-found');
  end if;
  perform private.lock_meeting_row(line.meeting_id);
  select * into line from public.lines where id = p_line_id;
  if line.id is null or line.deleted_at is not null or not private.can_read_line(p_user_id, line) then
    perform private.raise_error('line/not-found');
  elsif exists (
    select from public.participants
    where meeting_id = line.meeting_id and user_id = p_user_id and admission = 'removed'
  ) then
    perform private.raise_error('meeting/removed');
  elsif not private.has_attended(p_user_id, line.call_id)
    and (select private.call_ended_at(calls) is null from public.calls where id = line.call_id)
  then
    perform private.raise_error('meeting/not-entered');
  end if;
  perform private.require_line_entry(p_user_id, line);
  return line;
end
$$;

-- Replaces the text of the caller's own line. Its translations are deleted, because the new text is translated again.
-- A line that someone else corrected keeps its history: from then on, edits by its author are stored as corrections
-- too.
create or replace function private.edit_line(p_line_id uuid, p_language text, p_text text, p_mentions uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  line public.lines;
  has_history boolean;
begin
  perform private.require_text(clean_text, coalesce(p_language, 'en'), 'message');
  perform private.check_line_rate_limit(caller_id, clean_text);
  line := private.lock_attended_line(caller_id, p_line_id);
  perform private.require_line_entry(caller_id, line);
  if line.author <> caller_id or line.kind <> 'chat' then
    perform private.raise_error('request/not-allowed');
  end if;
  if line.text = clean_text and line.language = coalesce(p_language, line.language) then
    return private.line_json(line);
  end if;
  if (select keep from public.meetings where id = line.meeting_id) = 'nothing' then
    perform private.raise_error('line/not-kept');
  end if;
  perform private.consume_line_quota(caller_id, line.meeting_id, clean_text);
  has_history := exists (select from public.line_corrections where line_id = p_line_id);
  if has_history then
    perform private.store_previous_text(line);
  end if;
  delete from public.translations where line_id = p_line_id;
  delete from public.line_proposals where line_id = p_line_id;
  update public.lines
  set
    text = clean_text,
    language = coalesce(p_language, language),
    corrected_by = case when has_history then caller_id end,
    mentions = private.filter_mentions(line.meeting_id, coalesce(p_mentions, line.mentions)),
    revision = revision + 1,
    edited_at = now(),
    changed = private.next_seq(line.meeting_id)
  where id = p_line_id
  returning * into line;
  return private.broadcast_line_changed(line);
end
$$;

-- Rejects lines for a call that has ended or that the user has not entered, and without a call lines of people who may not
-- write on the board. Requires the meeting's row lock.
create or replace function private.require_open_place(p_meeting public.meetings, p_call_id uuid, p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_call_id is not null then
    perform private.require_admitted(p_user_id, p_meeting.id);
    perform private.require_open_call(p_meeting, p_call_id, p_user_id);
  else
    perform private.meeting_of_place(p_user_id, null, p_meeting.id);
    if not private.has_ended(p_meeting) then
      perform private.require_inside_or_entry(p_meeting, p_user_id);
    end if;
  end if;
end
$$;
