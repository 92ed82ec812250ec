-- Functions that post and forward lines.

-- Returns the key of the lock held while a user sends lines. Take this lock before any other.
create function private.sending_lock_key(p_user_id uuid) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return hashtextextended('private.sending_lock_key:' || p_user_id, 0);
end
$$;

-- Marks the user as sending lines until the transaction ends.
create function private.lock_sending(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(private.sending_lock_key(p_user_id));
end
$$;

-- Waits until the lines that the user is sending are stored or rejected. It takes the lock in a subtransaction and
-- rolls it back, because a lock that lasts would block the user's next line.
create function private.wait_for_sending(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  begin
    perform pg_advisory_xact_lock_shared(private.sending_lock_key(p_user_id));
    raise sqlstate 'PA000';
  exception when sqlstate 'PA000' then null;
  end;
end
$$;

-- Returns the ids that belong to admitted participants, each once.
create function private.filter_mentions(p_meeting_id uuid, p_user_ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(p_user_ids) > private.limit_value('mentionsPerLine') then
    perform private.raise_error('request/invalid');
  end if;
  return array(
    select user_id from public.participants
    where meeting_id = p_meeting_id and user_id = any (p_user_ids) and admission = 'admitted'
    order by number
  );
end
$$;

-- Returns the line that is replied to if it belongs to the meeting and the user attended its call, else null.
create function private.resolve_reply_to(p_meeting_id uuid, p_user_id uuid, p_line_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select id from public.lines
    where id = p_line_id
      and meeting_id = p_meeting_id
      and private.has_attended(p_user_id, call_id)
      and private.can_read_line(p_user_id, call_id, seq)
  );
end
$$;

-- `p_limit_name` is `message` or `caption`.
create function private.require_text(p_text text, p_language text, p_limit_name text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(p_text) < private.limit_value(p_limit_name || '.min') then
    perform private.raise_error('line/empty');
  elsif char_length(p_text) > private.limit_value(p_limit_name || '.max') then
    perform private.raise_error('line/too-long');
  elsif not private.is_language(p_language) then
    perform private.raise_error('language/unknown');
  end if;
end
$$;

-- Counts a line, and each further thousand characters as another line: long lines cost the engines more.
create function private.check_line_rate_limit(p_user_id uuid, p_text text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.check_rate_limit(p_user_id, 'linesPerTenSeconds', 1 + char_length(p_text) / 1000);
end
$$;

-- Returns the line that was already stored under this id, or null. A page retries with the same id. Other text,
-- another kind, another meeting or another author is a conflict; a line that was changed since is returned as it is
-- now.
create function private.find_duplicate_line(p_line public.lines) returns public.lines
language plpgsql stable set search_path = '' as $$
declare
  existing public.lines;
begin
  select * into existing from public.lines where id = p_line.id;
  if existing.id is not null and (
    (existing.meeting_id, existing.author, existing.kind, existing.typed_by)
      is distinct from (p_line.meeting_id, p_line.author, p_line.kind, p_line.typed_by)
    or (existing.revision = 1 and existing.text <> p_line.text)
  ) then
    perform private.raise_error('line/conflict');
  end if;
  return existing;
end
$$;

-- Numbers a new line and broadcasts it. A meeting that stores nothing numbers and broadcasts the line without a row.
-- Participants who missed the broadcast get the line for a minute: see `ephemeral_lines`. Requires the meeting's row
-- lock.
create function private.insert_line(p_line public.lines, p_keep text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line_json jsonb;
begin
  perform private.consume_line_quota(coalesce(p_line.typed_by, p_line.author), p_line.meeting_id, p_line.text);
  p_line.seq := private.next_seq(p_line.meeting_id);
  p_line.changed := p_line.seq;
  p_line.revision := 1;
  p_line.created_at := now();
  if p_keep = 'days' then
    insert into public.lines select p_line.* on conflict (id) do nothing;
    if not found then
      perform private.raise_error('line/conflict');
    end if;
    update public.calls set line_count = line_count + 1
    where id = p_line.call_id and line_count < private.limit_value('linesPerCall');
    if not found then
      perform private.raise_error('line/call-full');
    end if;
    update public.attendance set line_count = line_count + 1
    where call_id = p_line.call_id
      and user_id = coalesce(p_line.typed_by, p_line.author)
      and line_count < private.limit_value('linesPerPersonInCall');
    if not found then
      perform private.raise_error('line/quota');
    end if;
    -- Authors read their own lines, also those that were sent after they left.
    update public.attendance
    set stays = stays + int8multirange(int8range(p_line.seq, p_line.seq, '[]'))
    where call_id = p_line.call_id and user_id = p_line.author and not stays @> p_line.seq;
  end if;
  line_json := private.line_json(p_line) || jsonb_build_object('fleeting', p_keep = 'nothing');
  perform private.broadcast_to_meeting(
    p_line.meeting_id, p_line.seq, 'line_posted', jsonb_build_object('line', line_json), p_line.call_id
  );
  return line_json;
end
$$;

-- Rejects people outside the call who may not enter any more, such as guests who left a meeting that is now for members.
create function private.require_inside_or_entry(p_meeting public.meetings, p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_in_call(p_user_id, p_meeting.id) then
    perform private.require_entry(private.entry_status(p_meeting, p_user_id));
  end if;
end
$$;

-- Rejects lines for a call that has ended or that the user has not entered, and lines of people who may not enter any
-- more. Requires the meeting's row lock.
create function private.require_open_call(p_meeting public.meetings, p_call_id uuid, p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.has_ended(p_meeting) then
    perform private.raise_error('meeting/ended');
  elsif not private.has_attended(p_user_id, p_call_id)
    or exists (select from public.calls where id = p_call_id and ended_at is not null)
  then
    perform private.raise_error('meeting/not-entered');
  end if;
  perform private.require_inside_or_entry(p_meeting, p_user_id);
end
$$;

-- Posts a chat line into an open call that the caller has entered. A repeat with the same id and text returns the
-- stored line, even after the call has ended. So a line is neither lost nor stored twice.
create function private.post_line(
  p_line_id uuid, p_call_id uuid, p_language text, p_text text, p_reply_to uuid, p_mentions uuid[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  meeting public.meetings;
  line public.lines;
  existing public.lines;
begin
  perform private.lock_sending(caller_id);
  if p_line_id is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_text(clean_text, p_language, 'message');
  meeting.id := private.require_meeting_of_call(caller_id, p_call_id);
  line.id := p_line_id;
  line.meeting_id := meeting.id;
  line.kind := 'chat';
  line.author := caller_id;
  line.text := clean_text;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.check_line_rate_limit(caller_id, line.text);
  meeting := private.lock_meeting_row(meeting.id);
  perform private.require_admitted(caller_id, meeting.id);

  -- The same line may have been sent twice at the same moment.
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.require_open_call(meeting, p_call_id, caller_id);

  line.call_id := p_call_id;
  line.language := p_language;
  line.reply_to := case
    when meeting.keep = 'days' then private.resolve_reply_to(meeting.id, caller_id, p_reply_to)
    else p_reply_to
  end;
  line.mentions := private.filter_mentions(meeting.id, p_mentions);
  line.forwarded := false;
  return private.insert_line(line, meeting.keep);
end
$$;
grant execute on function private.post_line(uuid, uuid, text, text, uuid, uuid[]) to authenticated;

create function public.post_line(
  p_line_id uuid,
  p_call_id uuid,
  p_language text,
  p_text text,
  p_reply_to uuid default null,
  p_mentions uuid[] default '{}'
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.post_line(p_line_id, p_call_id, p_language, p_text, p_reply_to, p_mentions)
$$;
grant execute on function public.post_line(uuid, uuid, text, text, uuid, uuid[]) to authenticated;

-- Copies a line that the caller may read into another of their meetings, as a new line of the caller. It goes into
-- the last call there that they attended, open or not. If nobody is in that call, everyone who attended it can read the
-- line. An attached file is copied too.
create function private.forward_line(p_line_id uuid, p_source_line_id uuid, p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  source_line public.lines;
  meeting public.meetings;
  line public.lines;
  existing public.lines;
  line_json jsonb;
begin
  if p_line_id is null then
    perform private.raise_error('request/invalid');
  end if;
  select * into source_line from public.lines where id = p_source_line_id;
  if source_line.text is null or not private.can_read_line(caller_id, source_line.call_id, source_line.seq) then
    perform private.raise_error('line/not-found');
  end if;
  perform private.require_admitted(caller_id, p_meeting_id);
  line.id := p_line_id;
  line.meeting_id := p_meeting_id;
  line.kind := 'chat';
  line.author := caller_id;
  line.text := source_line.text;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.check_line_rate_limit(caller_id, line.text);
  meeting := private.lock_meeting_row(p_meeting_id);
  perform private.require_admitted(caller_id, p_meeting_id);
  if private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  perform private.require_inside_or_entry(meeting, caller_id);
  select calls.id into line.call_id
  from public.calls
  join public.attendance on attendance.call_id = calls.id
  where calls.meeting_id = p_meeting_id and attendance.user_id = caller_id
  order by calls.started_at desc
  limit 1;
  if not found then
    perform private.raise_error('meeting/not-entered');
  end if;

  line.language := source_line.language;
  line.mentions := '{}';
  line.forwarded := true;
  perform private.copy_file(p_source_line_id, line, meeting.keep);
  line_json := private.insert_line(line, meeting.keep);
  if not exists (select from public.call_peers where call_id = line.call_id and left_at is null) then
    line.seq := (line_json ->> 'seq')::bigint;
    update public.attendance
    set stays = stays + int8multirange(int8range(line.seq, line.seq, '[]'))
    where call_id = line.call_id;
  end if;
  return line_json;
end
$$;
grant execute on function private.forward_line(uuid, uuid, uuid) to authenticated;

create function public.forward_line(p_line_id uuid, p_source_line_id uuid, p_meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.forward_line(p_line_id, p_source_line_id, p_meeting_id)
$$;
grant execute on function public.forward_line(uuid, uuid, uuid) to authenticated;
