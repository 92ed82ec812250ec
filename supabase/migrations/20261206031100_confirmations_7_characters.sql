-- A bound of the characters that a call puts to everybody. Each page of confirmations is a read of everybody in the call, and guests with long
-- lines and answers made more pages than their limit allows.

-- Returns the text of a line that was put to everybody, and the questions and wordings about it, each with the person to whom it counts.
create function private.confirmation_texts(p_line public.lines) returns table (user_id uuid, characters int)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select (select asked_by from public.confirmations where line_id = p_line.id), char_length(p_line.text)
    union all
    select words.author, char_length(words.text)
    from public.confirmation_answers as answers
    join public.lines as words on words.id = answers.words_id and words.deleted_at is null
    where answers.line_id = p_line.id and answers.revision = p_line.revision and answers.words_id is not null;
end
$$;

-- Rejects a text beyond the characters that a person may put to everybody in the call of a line. Guests take no room from those to whom the
-- meeting belongs. Stored texts of marked lines count, and `p_more`. Requires the meeting's row lock.
create function private.require_confirmation_characters(p_user_id uuid, p_line public.lines, p_more bigint) returns void
language plpgsql stable set search_path = '' as $$
declare
  belongs boolean := coalesce(private.belongs_to_meeting(p_user_id, p_line.meeting_id), false);
  of_person bigint;
  of_group bigint;
begin
  select
    coalesce(sum(written.characters) filter (where written.user_id = p_user_id), 0) + p_more,
    coalesce(
      sum(written.characters) filter (
        where coalesce(private.belongs_to_meeting(written.user_id, p_line.meeting_id), false) = belongs
      ),
      0
    ) + p_more
  into of_person, of_group
  from (
    select texts.user_id, sum(texts.characters) as characters
    from public.confirmations
    join public.line_marks using (line_id, call_id)
    join public.lines on lines.id = line_id
    cross join private.confirmation_texts(lines) as texts
    where confirmations.call_id = p_line.call_id and line_marks.kind in ('decision', 'task')
    group by texts.user_id
  ) as written;
  if of_group > private.limit_value(
      case when belongs then 'confirmations.charactersPerCall' else 'confirmations.charactersPerCallOfGuests' end
    )
    or (not belongs and of_person > private.limit_value('confirmations.charactersPerGuest'))
  then
    perform private.raise_error('confirmation/too-many');
  end if;
end
$$;

-- As before, and with a bound of characters.
create or replace function private.require_confirmation_room(p_user_id uuid, p_line public.lines) returns void
language plpgsql stable set search_path = '' as $$
declare
  belongs boolean := coalesce(private.belongs_to_meeting(p_user_id, p_line.meeting_id), false);
  of_person int;
  of_group int;
begin
  select
    count(*) filter (where asked_by = p_user_id),
    count(*) filter (where coalesce(private.belongs_to_meeting(asked_by, p_line.meeting_id), false) = belongs)
  into of_person, of_group
  from public.confirmations
  join public.line_marks using (line_id, call_id)
  where call_id = p_line.call_id and kind in ('decision', 'task') and line_id <> p_line.id;
  if of_group >= private.limit_value(case when belongs then 'confirmations.perCall' else 'confirmations.perCallOfGuests' end)
    or (not belongs and of_person >= private.limit_value('confirmations.perGuest'))
  then
    perform private.raise_error('confirmation/too-many');
  end if;
  perform private.require_confirmation_characters(
    p_user_id, p_line, (select sum(characters) from private.confirmation_texts(p_line))
  );
end
$$;

-- As before, and with a bound of characters.
create or replace function private.store_answer(
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
  if p_words_id is not null then
    perform private.require_confirmation_characters(p_user_id, line, 0);
  end if;
  perform private.broadcast_confirmation(p_line_id);
end
$$;

-- Rejects an edit that makes a line longer than the call may put to everybody, or a question or wording about it.
create function private.bound_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  asked public.lines;
begin
  select * into asked from public.lines where id = coalesce(new.about, new.id);
  if private.is_put_to_everybody(asked.id) then
    perform private.require_confirmation_characters(
      case when new.about is null then (select asked_by from public.confirmations where line_id = asked.id) else new.author end,
      asked,
      0
    );
  end if;
  return null;
end
$$;

create trigger bound_confirmation
after update of text on public.lines
for each row when (char_length(new.text) > char_length(old.text)) execute function private.bound_confirmation();
