-- Functions that put a line to everybody and answer it.

-- Puts a decision or task to everybody who attended its call. Those may who may mark it and were there, and moderators. A repeat
-- changes nothing. Asking counts as the asker's own "understood", because the asker puts this text forward.
create function private.ask_confirmation(p_line_id uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  perform private.check_rate_limit(caller_id, 'confirmations.asksPerMinute');
  line := private.lock_readable_line(caller_id, p_line_id);
  if line.call_id is null or not exists (
    select from public.line_marks where line_id = p_line_id and kind in ('decision', 'task')
  ) then
    perform private.raise_error('request/invalid');
  elsif not private.may_ask_everybody(caller_id, line.call_id) then
    perform private.raise_error('meeting/not-entered');
  elsif not exists (select from public.confirmations where line_id = p_line_id) then
    perform private.require_confirmation_room(caller_id, line);
    insert into public.confirmations (line_id, call_id, asked_by) values (p_line_id, line.call_id, caller_id);
    perform private.store_own_wording(line, caller_id);
    perform private.broadcast_confirmation(p_line_id);
  end if;
  return private.confirmation_result(caller_id, p_line_id);
end
$$;
grant execute on function private.ask_confirmation(uuid) to authenticated;

create function public.ask_confirmation(p_line_id uuid) returns json
language sql security invoker set search_path = '' as $$
  select private.ask_confirmation(p_line_id)
$$;
grant execute on function public.ask_confirmation(uuid) to authenticated;

-- Returns the line that the user is asked about. Everybody else gets "not found", also those who were not in the call.
create function private.require_asked_line(p_user_id uuid, p_line_id uuid) returns public.lines
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id and deleted_at is null;
  if line.id is null
    or not private.is_put_to_everybody(line.id)
    or not private.has_attended(p_user_id, line.call_id)
  then
    perform private.raise_error('confirmation/not-found');
  end if;
  return line;
end
$$;

-- Stores a question or an own wording as a line about the decision. A repeat returns without a new line. Requires the meeting's
-- row lock.
create function private.post_answer_words(
  p_user_id uuid, p_asked public.lines, p_words_id uuid, p_language text, p_text text
) returns void
language plpgsql set search_path = '' as $$
declare
  line public.lines;
  existing public.lines;
begin
  line.id := p_words_id;
  line.meeting_id := p_asked.meeting_id;
  line.about := p_asked.id;
  line.kind := 'chat';
  line.author := p_user_id;
  line.language := p_language;
  line.text := p_text;
  line.mentions := '{}';
  line.forwarded := false;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    if existing.about is distinct from line.about then
      perform private.raise_error('line/conflict');
    end if;
    return;
  end if;
  if (select keep from public.meetings where id = p_asked.meeting_id) = 'nothing' then
    perform private.raise_error('line/not-kept');
  end if;
  if (
    select count(*) from public.lines where about = p_asked.id
  ) >= private.limit_value('confirmations.wordsPerLine') then
    perform private.raise_error('line/board-full');
  end if;
  perform private.insert_line(line, 'days');
end
$$;

-- Returns the text of the line that somebody reads in a language. Null: it is in this language, or nobody has translated it.
create function private.text_read(p_line public.lines, p_reads text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select translations.text from public.translations
    where line_id = p_line.id
      and revision = p_line.revision
      and language = p_reads
      and status = 'ready'
      and language <> p_line.language
  );
end
$$;

-- Stores the answer of a user about one revision of the line. A later answer replaces it, with its words. A repeat changes
-- nothing.
create function private.store_answer(
  p_user_id uuid, p_line_id uuid, p_revision int, p_answer text, p_reads text,
  p_words_id uuid, p_language text, p_text text
) returns void
language plpgsql set search_path = '' as $$
declare
  clean_text text := private.clean_message(private.measured(p_text, 'message.max', 'line/too-long'));
  line public.lines;
  previous public.confirmation_answers;
begin
  if p_answer is null
    or p_answer not in ('understood', 'unclear', 'different')
    or p_revision is null
    or (p_reads is not null and not private.is_language(p_reads))
    or (p_answer = 'understood') <> (p_words_id is null)
  then
    perform private.raise_error('request/invalid');
  end if;
  -- As in functions that post lines: before any other lock.
  perform private.lock_sending(p_user_id);
  if p_words_id is not null then
    perform private.require_text(clean_text, p_language, 'message');
    perform private.check_line_rate_limit(p_user_id, clean_text);
  end if;
  perform private.check_rate_limit(p_user_id, 'confirmations.answersPerMinute');
  line := private.require_asked_line(p_user_id, p_line_id);
  perform private.lock_meeting_row(line.meeting_id);
  line := private.require_asked_line(p_user_id, p_line_id);
  if line.revision <> p_revision then
    perform private.raise_error('confirmation/changed');
  elsif private.waits_for_owner(p_user_id, line) then
    perform private.raise_error('confirmation/owner-first');
  end if;
  select * into previous from public.confirmation_answers
  where line_id = p_line_id and user_id = p_user_id and revision = p_revision;
  if previous.answer = p_answer and previous.words_id is not distinct from p_words_id then
    return;
  end if;
  if p_words_id is not null then
    -- As every line: during the call only from people who may enter it.
    perform private.require_line_entry(p_user_id, line);
    perform private.post_answer_words(p_user_id, line, p_words_id, p_language, clean_text);
  end if;
  insert into public.confirmation_answers (line_id, user_id, revision, answer, words_id, read_language, read_text)
  values (p_line_id, p_user_id, p_revision, p_answer, p_words_id, p_reads, private.text_read(line, p_reads))
  on conflict (line_id, user_id, revision) do update
  set
    answer = excluded.answer,
    words_id = excluded.words_id,
    read_language = excluded.read_language,
    read_text = excluded.read_text,
    answered_at = excluded.answered_at;
  delete from public.lines where id = previous.words_id and id is distinct from p_words_id;
  perform private.broadcast_confirmation(p_line_id);
end
$$;

-- Answers a confirmation. `p_revision` is the text that the caller read, `p_reads` its language. `unclear` comes with a question
-- and `different` with the caller's own wording, as a line with the id `p_words_id`.
create function private.answer_confirmation(
  p_line_id uuid, p_revision int, p_answer text, p_reads text, p_words_id uuid, p_language text, p_text text
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.store_answer(caller_id, p_line_id, p_revision, p_answer, p_reads, p_words_id, p_language, p_text);
  return private.confirmation_result(caller_id, p_line_id);
end
$$;
grant execute on function private.answer_confirmation(uuid, int, text, text, uuid, text, text) to authenticated;

create function public.answer_confirmation(
  p_line_id uuid,
  p_revision int,
  p_answer text,
  p_reads text default null,
  p_words_id uuid default null,
  p_language text default null,
  p_text text default null
) returns json
language sql security invoker set search_path = '' as $$
  select private.answer_confirmation(p_line_id, p_revision, p_answer, p_reads, p_words_id, p_language, p_text)
$$;
grant execute on function public.answer_confirmation(uuid, int, text, text, uuid, text, text) to authenticated;

-- Sets the day by which a task is to be done; null removes it. Those may who may mark the line.
create function private.set_task_due(p_line_id uuid, p_due_on date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  -- Dates that pages can show.
  if p_due_on not between date '2000-01-01' and date '2100-01-01' then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'marksPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  update public.line_marks set due_on = p_due_on
  where line_id = p_line_id and kind = 'task' and due_on is distinct from p_due_on;
  if not found then
    if not exists (select from public.line_marks where line_id = p_line_id and kind = 'task') then
      perform private.raise_error('request/invalid');
    end if;
    return private.line_json(line);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
  perform private.broadcast_marks_changed(line);
  return private.broadcast_line_changed(line, true);
end
$$;
grant execute on function private.set_task_due(uuid, date) to authenticated;

create function public.set_task_due(p_line_id uuid, p_due_on date default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_task_due(p_line_id, p_due_on)
$$;
grant execute on function public.set_task_due(uuid, date) to authenticated;
