-- Functions that measure a call when it ends.

-- Returns the stretches of speech of a call in the order of their beginning: captions of one person without a longer
-- silence between them. `is_turn`: the stretch before is of another person. `overlap_ms`: how long the stretch ran beside one
-- of another person that had begun before; 0 if it did not.
create function private.speech_stretches(p_call_id uuid)
returns table (speaker uuid, talk_ms bigint, is_turn boolean, overlap_ms int)
language plpgsql stable set search_path = '' as $$
declare
  stretch record;
  -- The end of speech so far: of the person whose speech ends last, and the last one of all others.
  last_speaker uuid;
  last_end timestamptz;
  others_end timestamptz;
  busy_until timestamptz;
  previous_speaker uuid;
begin
  for stretch in
    with captions as (
      select author, seq, spoken_ms, spoken_at as starts_at, spoken_at + spoken_ms * interval '1 millisecond' as ends_at
      from public.lines
      where call_id = p_call_id and kind = 'speech' and deleted_at is null
    ),
    separated as (
      select
        *,
        starts_at > max(ends_at) over (
          partition by author order by starts_at, seq rows between unbounded preceding and 1 preceding
        ) + private.limit_interval('measures.stretchGapMs') is not false as begins
      from captions
    ),
    numbered as (
      select *, count(*) filter (where begins) over (partition by author order by starts_at, seq) as number
      from separated
    )
    select author, min(starts_at) as starts_at, max(ends_at) as ends_at, min(seq) as seq, sum(spoken_ms) as spoken_ms
    from numbered
    group by author, number
    order by 2, 4
  loop
    speaker := stretch.author;
    talk_ms := stretch.spoken_ms;
    is_turn := previous_speaker is distinct from stretch.author;
    busy_until := case when last_speaker = stretch.author then others_end else last_end end;
    overlap_ms := case when busy_until > stretch.starts_at then
      extract(epoch from least(stretch.ends_at, busy_until) - stretch.starts_at) * 1000
    else 0 end;
    return next;
    previous_speaker := stretch.author;
    if last_speaker = stretch.author then
      last_end := greatest(last_end, stretch.ends_at);
    elsif last_end is null or stretch.ends_at > last_end then
      others_end := last_end;
      last_end := stretch.ends_at;
      last_speaker := stretch.author;
    else
      others_end := greatest(others_end, stretch.ends_at);
    end if;
  end loop;
end
$$;

-- Stores who spoke how long and in which turns: for each attendee, and for the call without names.
create function private.measure_speech(p_call_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  with spoken as materialized (
    select
      stretch.speaker,
      sum(stretch.talk_ms) as talk_ms,
      count(*) filter (where stretch.is_turn) as turn_count,
      count(*) filter (where stretch.overlap_ms > 0) as overlap_count,
      count(*) filter (
        where stretch.overlap_ms >= private.limit_value('measures.interruptionMs')
      ) as interruption_count
    from private.speech_stretches(p_call_id) as stretch
    group by stretch.speaker
  ),
  shares as (
    select spoken.talk_ms / sum(spoken.talk_ms) over () as share from spoken where spoken.talk_ms > 0
  ),
  stored as (
    update public.attendance
    set talk_ms = spoken.talk_ms, turn_count = spoken.turn_count, interruption_count = spoken.interruption_count
    from spoken
    where attendance.call_id = p_call_id and attendance.user_id = spoken.speaker
  )
  insert into public.call_measures (
    call_id, people, speakers, effective_speakers, talk_ms, turn_count, overlap_count, interruption_count
  )
  select
    p_call_id,
    (select count(*) from public.attendance where call_id = p_call_id),
    (select count(*) from shares),
    coalesce((select exp(-sum(share * ln(share))) from shares), 0),
    coalesce(sum(spoken.talk_ms), 0),
    coalesce(sum(spoken.turn_count), 0),
    coalesce(sum(spoken.overlap_count), 0),
    coalesce(sum(spoken.interruption_count), 0)
  from spoken;
end
$$;

-- Stores the languages that were spoken and read, those with the most talk time and the most readers, and which of them
-- reached which. A line reached its own language.
create function private.measure_languages(p_call public.calls) returns void
language plpgsql set search_path = '' as $$
declare
  max_count bigint := private.limit_value('measures.languages');
begin
  insert into public.call_languages (call_id, language, speakers, readers, talk_ms)
  select
    p_call.id, language, coalesce(spoken.speakers, 0), coalesce(readers.readers, 0), coalesce(spoken.talk_ms, 0)
  from (
    select lines.language, count(distinct author) as speakers, sum(spoken_ms) as talk_ms
    from public.lines
    where call_id = p_call.id and kind = 'speech' and deleted_at is null
    group by lines.language
    order by 3 desc, 1
    limit max_count
  ) as spoken
  full join (
    select participants.reads as language, count(*) as readers
    from public.attendance
    join public.participants
      on participants.meeting_id = p_call.meeting_id and participants.user_id = attendance.user_id
    where attendance.call_id = p_call.id
    group by participants.reads
    order by 2 desc, 1
    limit max_count
  ) as readers using (language);

  insert into public.call_reach (call_id, spoken, read, lines, reached)
  select
    p_call.id, written.language, readers.language, written.lines,
    case when written.language = readers.language then written.lines else coalesce(made.lines, 0) end
  from (
    select lines.language, count(*) as lines
    from public.lines
    where call_id = p_call.id and deleted_at is null
    group by lines.language
    order by 2 desc, 1
    limit max_count
  ) as written
  cross join (
    select language from public.call_languages where call_id = p_call.id and call_languages.readers > 0
  ) as readers
  left join (
    select lines.language as spoken, translations.language as read, count(*) as lines
    from public.lines
    join public.translations
      on translations.line_id = lines.id
      and translations.revision = lines.revision
      and translations.status = 'ready'
    where lines.call_id = p_call.id and lines.deleted_at is null
    group by 1, 2
  ) as made on made.spoken = written.language and made.read = readers.language;
end
$$;

-- Measures an ended call once. A meeting that keeps nothing gets no measures. It skips a call that another transaction
-- measures, and reads the lines of a call a few times, which are limited (`linesPerCall`).
create function private.measure_call(p_call_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  call public.calls;
begin
  select * into call from public.calls
  where id = p_call_id and not measured
  for no key update skip locked;
  if not found then
    return;
  end if;
  update public.calls set measured = true where id = p_call_id;
  if (select keep from public.meetings where id = call.meeting_id) = 'days' then
    perform private.measure_speech(p_call_id);
    perform private.measure_languages(call);
  end if;
end
$$;

-- Measures a call in the transaction that ends it, unless that would delay it: see `sweep_measures`.
create function private.measure_ended_call() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.line_count <= private.limit_value('measures.linesAtOnce') then
    perform private.measure_call(new.id);
  end if;
  return null;
end
$$;

create trigger measure_ended_call
after update of ended_at on public.calls
for each row
when (old.ended_at is null and new.ended_at is not null)
execute function private.measure_ended_call();
