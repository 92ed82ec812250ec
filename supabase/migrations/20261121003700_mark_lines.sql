-- A decision, a task, a question: set on a line in the call or later, by whoever may correct it.

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
