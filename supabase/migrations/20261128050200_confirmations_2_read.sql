-- Functions that return confirmations in the shape of contracts/confirmations.ts.

-- Returns how many people a confirmation asks, and the numbers of their answers to the current text.
create function private.confirmation_counts(p_line public.lines) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'asked', count(*),
      'understood', count(*) filter (where answers.answer = 'understood'),
      'unclear', count(*) filter (where answers.answer = 'unclear'),
      'different', count(*) filter (where answers.answer = 'different')
    )
    from public.attendance
    join public.participants
      on participants.meeting_id = p_line.meeting_id
      and participants.user_id = attendance.user_id
      and participants.admission = 'admitted'
    left join public.confirmation_answers as answers
      on answers.line_id = p_line.id
      and answers.user_id = attendance.user_id
      and answers.revision = p_line.revision
    where attendance.call_id = p_line.call_id
  );
end
$$;

-- Returns those whom a confirmation asks, the owner of a task first.
create function private.confirmation_people(p_line public.lines) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'user_id', asked.user_id,
          'number', asked.number,
          'colour', asked.colour,
          'display_name', asked.display_name,
          'reads', asked.reads,
          'owner', asked.owner,
          'answer', answers.answer,
          'answered_at', answers.answered_at,
          'words', (select id from public.lines where id = answers.words_id and deleted_at is null),
          'read_language', answers.read_language,
          'read_text', answers.read_text,
          'answered_before', answers.answer is null and exists (
            select from public.confirmation_answers as earlier
            where earlier.line_id = p_line.id and earlier.user_id = asked.user_id
          )
        )
        order by asked.owner desc, asked.number
      ),
      '[]'
    )
    from (
      select participants.*, line_marks.line_id is not null as owner
      from public.attendance
      join public.participants
        on participants.meeting_id = p_line.meeting_id
        and participants.user_id = attendance.user_id
        and participants.admission = 'admitted'
      left join public.line_marks
        on line_marks.line_id = p_line.id and line_marks.kind = 'task' and line_marks.who = attendance.user_id
      where attendance.call_id = p_line.call_id
      order by line_marks.line_id is null, participants.number
      limit private.limit_value('confirmations.people')
    ) as asked
    left join public.confirmation_answers as answers
      on answers.line_id = p_line.id and answers.user_id = asked.user_id and answers.revision = p_line.revision
  );
end
$$;

create function private.confirmation_json(p_caller_id uuid, p_line public.lines) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'line_id', line_id,
      'call_id', call_id,
      'meeting_id', p_line.meeting_id,
      'asked_by', asked_by,
      'asked_at', asked_at,
      'revision', p_line.revision,
      'asks_me', private.has_attended(p_caller_id, call_id),
      'waits_for_owner', private.waits_for_owner(p_caller_id, p_line),
      'may_mark', private.may_change_mark(p_caller_id, p_line),
      'counts', private.confirmation_counts(p_line),
      'people', private.confirmation_people(p_line)
    )
    from public.confirmations
    where line_id = p_line.id
  );
end
$$;

-- Returns the lines of confirmations, with the questions and wordings about their current texts.
create function private.confirmation_lines(p_lines public.lines[]) returns json
language plpgsql stable set search_path = '' as $$
begin
  return private.lines_json(
    p_lines || array(
      select words
      from unnest(p_lines) as line
      join public.confirmation_answers as answers on answers.line_id = line.id and answers.revision = line.revision
      join public.lines as words on words.id = answers.words_id and words.deleted_at is null
      order by words.seq
    )
  );
end
$$;

create function private.confirmation_result(p_caller_id uuid, p_line_id uuid) returns json
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = p_line_id;
  return json_build_object(
    'confirmation', private.confirmation_json(p_caller_id, line),
    'lines', private.confirmation_lines(array[line])
  );
end
$$;

-- Returns whether the user may put lines of the call to everybody: those who attended it, and the meeting's moderators.
create function private.may_ask_everybody(p_user_id uuid, p_call_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.has_attended(p_user_id, p_call_id) or coalesce(
    (select private.moderation_rank(p_user_id, meeting_id) from public.calls where id = p_call_id), 0
  ) > 0;
end
$$;

-- Returns the characters of a line and of its translations.
create function private.line_characters(p_line public.lines) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(char_length(p_line.text), 0) + (
    select coalesce(sum(char_length(text)), 0) from public.translations where line_id = p_line.id
  );
end
$$;

-- Returns the characters of a confirmation: of its line, of the texts as they were read, and of questions and wordings.
create function private.confirmation_characters(p_line public.lines) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return private.line_characters(p_line) + (
    select coalesce(sum(
      coalesce(char_length(answers.read_text), 0) + case when words.id is null then 0 else private.line_characters(words) end
    ), 0)
    from public.confirmation_answers as answers
    left join public.lines as words on words.id = answers.words_id and words.deleted_at is null
    where answers.line_id = p_line.id and answers.revision = p_line.revision
  );
end
$$;

-- Returns the confirmations of a call that the caller may read, behind the line with the `seq` `p_after`. A page ends when it
-- has enough characters and people. The first one has the dates of the call's tasks.
create function private.call_confirmations(p_call_id uuid, p_after bigint) returns json
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  readable int8multirange := private.require_readable_ranges(caller_id, p_call_id);
  characters bigint := 0;
  people_characters bigint;
  next_after bigint;
  line public.lines;
  found_lines public.lines[] := '{}';
begin
  perform private.check_rate_limit_at_once(caller_id, 'confirmations.readsPerMinute');
  people_characters := private.limit_value('confirmations.charactersPerPerson') * least(
    (select count(*) from public.attendance where call_id = p_call_id), private.limit_value('confirmations.people')
  );
  for line in
    select lines.*
    from public.confirmations
    join public.lines on lines.id = confirmations.line_id
    join public.line_marks on line_marks.line_id = lines.id and line_marks.kind in ('decision', 'task')
    where confirmations.call_id = p_call_id
      and (p_after is null or lines.seq > p_after)
      and private.can_read_line(caller_id, lines)
    order by lines.seq
  loop
    characters := characters + people_characters + private.confirmation_characters(line);
    if cardinality(found_lines) > 0 and characters > private.limit_value('confirmations.charactersPerPage') then
      next_after := found_lines[cardinality(found_lines)].seq;
      exit;
    end if;
    found_lines := found_lines || line;
  end loop;
  return json_build_object(
    'confirmations', (
      select coalesce(json_agg(private.confirmation_json(caller_id, listed.line) order by listed.place), '[]')
      from (
        select lines as line, given.place
        from unnest(array(select id from unnest(found_lines))) with ordinality as given (id, place)
        join public.lines on lines.id = given.id
      ) as listed
    ),
    'lines', private.confirmation_lines(found_lines),
    'next', next_after,
    'may_ask', private.may_ask_everybody(caller_id, p_call_id),
    'tasks', (
      select coalesce(
        json_agg(json_build_object('line_id', line_id, 'due_on', due_on, 'marked_at', at) order by seq), '[]'
      )
      from (
        select * from public.line_marks
        where call_id = p_call_id and kind = 'task' and seq <@ readable and p_after is null
        order by seq
        limit private.limit_value('transcriptLinesPerPage')
      ) as tasks
    )
  );
end
$$;
grant execute on function private.call_confirmations(uuid, bigint) to authenticated;

create function public.call_confirmations(p_call_id uuid, p_after bigint default null) returns json
language sql security invoker set search_path = '' as $$
  select private.call_confirmations(p_call_id, p_after)
$$;
grant execute on function public.call_confirmations(uuid, bigint) to authenticated;

-- Returns the newest confirmations of the calls that the caller attended, those that wait for the caller first.
create function private.home_confirmations() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  page_size int := private.limit_value('confirmations.onHomePage');
  reading_language text := (select reads from public.profiles where id = caller_id);
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'line_id', line_id,
          'meeting_id', (newest.line).meeting_id,
          'call_id', (newest.line).call_id,
          'title', meetings.title,
          'host_name', private.host_name(meetings),
          'kind', newest.kind,
          'text', (newest.line).text,
          'language', (newest.line).language,
          'translation', (
            select translations.text from public.translations
            where translations.line_id = newest.line_id
              and translations.revision = (newest.line).revision
              and translations.language = reading_language
              and translations.status = 'ready'
              and (newest.line).language <> reading_language
          ),
          'reads', reading_language,
          'waits_for_me', newest.waits,
          'counts', private.confirmation_counts(newest.line)
        )
        order by newest.waits desc, newest.asked_at desc, newest.line_id
      ),
      '[]'
    )
    from (
      select *
      from (
        select
          recent.line_id,
          recent.asked_at,
          line_marks.kind,
          lines as line,
          not exists (
            select from public.confirmation_answers as answers
            where answers.line_id = lines.id and answers.user_id = caller_id and answers.revision = lines.revision
          ) and not private.waits_for_owner(caller_id, lines) as waits
        from (
          select confirmations.*
          from public.attendance
          join public.confirmations using (call_id)
          where attendance.user_id = caller_id
          order by confirmations.asked_at desc
          limit 10 * page_size
        ) as recent
        join public.lines on lines.id = recent.line_id and lines.deleted_at is null
        join public.line_marks on line_marks.line_id = lines.id and line_marks.kind in ('decision', 'task')
        where private.has_attended(caller_id, recent.call_id)
      ) as shown
      order by waits desc, asked_at desc, line_id
      limit page_size
    ) as newest
    join public.meetings on meetings.id = (newest.line).meeting_id
  );
end
$$;
grant execute on function private.home_confirmations() to authenticated;

create function public.home_confirmations() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.home_confirmations()
$$;
grant execute on function public.home_confirmations() to authenticated;
