-- Whoever reads what was said and written puts right what a recogniser misheard or a hurry mistyped, also when the meeting
-- is over.
--
-- A decision, a task, a question: set on a line in the call or later, by whoever may correct it.

-- Locks the line's meeting and gives the line as it is then, for one who may correct and mark it: while its call goes on
-- those who attended, afterwards all who read it. Who was put out of the meeting may not, though the workspace lets them read.
create function private.touch_read_line(person uuid, which uuid) returns public.lines
language plpgsql set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = which;
  if line.id is null or not private.may_read_call(person, line.call_id) then
    perform private.fail('line/not-found');
  end if;
  perform private.lock_meeting(line.meeting_id);
  select * into line from public.lines where id = which;
  if line.id is null or line.deleted_at is not null or not private.may_read_call(person, line.call_id) then
    perform private.fail('line/not-found');
  elsif exists (
    select from public.participants
    where meeting_id = line.meeting_id and user_id = person and admission = 'removed'
  ) then
    perform private.fail('meeting/removed');
  elsif not private.has_attended(person, line.call_id)
    and (select private.call_end(calls) is null from public.calls where id = line.call_id)
  then
    perform private.fail('meeting/not-entered');
  end if;
  return line;
end
$$;

-- Other words for a line. The last correction stands, whatever revision it was made upon, and all of them are kept.
-- `upon` tells a repeat, whose answer was lost, from one who means it again: a wording that the caller gave after that
-- revision was said before. Translations go, those of the new words are asked for anew.
create function private.correct_line(which uuid, upon int, raw_text text, in_language text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_text text := private.clean_message(raw_text);
  line public.lines;
begin
  perform private.require_text(clean_text, coalesce(in_language, 'en'), 'message');
  perform private.take_turn(me, 'correctionsPerTenSeconds');
  line := private.touch_read_line(me, which);
  if line.kind = 'speech' then
    perform private.require_text(clean_text, line.language, 'caption');
  end if;
  if upon is null or upon not between 1 and line.revision then
    perform private.fail('request/invalid');
  elsif (line.text = clean_text and line.language = coalesce(in_language, line.language)) or exists (
    select from public.line_corrections as before
    where before.line_id = which
      and before.revision > upon
      and before.author = me
      and before.text = clean_text
      and before.language = coalesce(in_language, before.language)
  ) then
    return private.line_shape(line);
  end if;
  perform private.keep_wording(line);
  delete from public.translations where line_id = which;
  update public.lines
  set
    text = clean_text,
    language = coalesce(in_language, language),
    revision = revision + 1,
    edited_at = now(),
    corrected_by = me,
    changed = private.next_seq(line.meeting_id)
  where id = which
  returning * into line;
  return private.tell_line(line);
end
$$;
grant execute on function private.correct_line(uuid, int, text, text) to authenticated;

create function public.correct_line(line_id uuid, revision int, text text, language text default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.correct_line(line_id, revision, text, language)
$$;
grant execute on function public.correct_line(uuid, int, text, text) to authenticated;

-- Every wording of a line, the oldest first and the present one last.
create function private.corrections(of_line uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  line public.lines;
begin
  select * into line from public.lines where id = of_line;
  if line.id is null or line.deleted_at is not null or not private.may_read_call(me, line.call_id) then
    perform private.fail('line/not-found');
  end if;
  return (
    select jsonb_agg(
      jsonb_build_object(
        'revision', wording.revision,
        'text', wording.text,
        'language', wording.language,
        'by', wording.author,
        'at', wording.made_at
      )
      order by wording.revision
    )
    from (
      select revision, text, language, author, made_at from public.line_corrections where line_id = of_line
      union all
      select
        line.revision,
        line.text,
        line.language,
        private.wording_author(line),
        coalesce(line.edited_at, line.created_at)
    ) as wording
  );
end
$$;
grant execute on function private.corrections(uuid) to authenticated;

create function public.corrections(line_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.corrections(line_id)
$$;
grant execute on function public.corrections(uuid) to authenticated;

-- No kind takes the mark away. The same again changes nothing.
create function private.mark_line(which uuid, new_kind text, person uuid, is_done boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  line public.lines;
begin
  if new_kind not in ('decision', 'task', 'question')
    or is_done is null
    or (person is not null and new_kind is distinct from 'task')
    or (is_done and coalesce(new_kind, 'decision') = 'decision')
  then
    perform private.fail('request/invalid');
  end if;
  perform private.take_turn(me, 'marksPerTenSeconds');
  line := private.touch_read_line(me, which);
  if person is not null and not exists (
    select from public.participants
    where meeting_id = line.meeting_id and user_id = person and admission = 'admitted'
  ) then
    perform private.fail('request/not-found');
  end if;

  if new_kind is null then
    delete from public.line_marks where line_id = which;
  else
    insert into public.line_marks as known (line_id, kind, who, done, by)
    values (which, new_kind, person, is_done, me)
    on conflict (line_id) do update
    set kind = excluded.kind, who = excluded.who, done = excluded.done, by = excluded.by, at = excluded.at
    where (known.kind, known.who, known.done) is distinct from (excluded.kind, excluded.who, excluded.done);
  end if;
  if not found then
    return private.line_shape(line);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = which returning * into line;
  return private.tell_line(line);
end
$$;
grant execute on function private.mark_line(uuid, text, uuid, boolean) to authenticated;

create function public.mark_line(
  line_id uuid, kind text, who uuid default null, done boolean default false
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.mark_line(line_id, kind, who, done)
$$;
grant execute on function public.mark_line(uuid, text, uuid, boolean) to authenticated;
