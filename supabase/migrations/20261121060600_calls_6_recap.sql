-- What a call was: its figures.

create function private.require_reader(person uuid, of_call uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.may_read_call(person, of_call) then
    perform private.fail('meeting/not-entered');
  end if;
end
$$;

create function private.call_attendance(call public.calls) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'user_id', present.user_id,
          'display_name', participants.display_name,
          'speaks', participants.speaks,
          'reads', participants.reads,
          'joined_at', present.joined_at,
          'left_at', stay.left_at,
          'seconds', greatest(0, round(extract(epoch from coalesce(stay.left_at, now()) - present.joined_at)))::int
        )
        order by present.joined_at, participants.number
      ),
      '[]'
    )
    from public.attendance as present
    join public.participants
      on participants.meeting_id = call.meeting_id and participants.user_id = present.user_id
    -- Who fell silent with the call never left.
    cross join lateral (select coalesce(present.left_at, private.call_end(call)) as left_at) as stay
    where present.call_id = call.id
  );
end
$$;

create function private.call_summary(of_call uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  call public.calls;
begin
  perform private.require_reader(private.caller(), of_call);
  select * into call from public.calls where id = of_call;
  return jsonb_build_object(
    'call_id', call.id,
    'meeting_id', call.meeting_id,
    'title', (select title from public.meetings where id = call.meeting_id),
    'started_at', call.started_at,
    'ended_at', private.call_end(call),
    'attendance', private.call_attendance(call),
    'talk', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('user_id', author, 'language', language, 'seconds', round(ms / 1000.0)::int)
          order by ms desc, author, language
        ),
        '[]'
      )
      from (
        select author, language, sum(spoken_ms) as ms
        from public.lines
        where call_id = of_call and kind = 'speech' and deleted_at is null
        group by author, language
      ) as spoken
    ),
    'lines', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('user_id', author, 'kind', kind, 'count', count) order by count desc, author, kind
        ),
        '[]'
      )
      from (
        select author, kind, count(*) as count
        from public.lines
        where call_id = of_call and deleted_at is null
        group by author, kind
      ) as counted
    ),
    'languages', (
      select coalesce(jsonb_agg(reads order by people desc, reads), '[]')
      from (
        select participants.reads, count(*) as people
        from public.attendance
        join public.participants
          on participants.meeting_id = call.meeting_id and participants.user_id = attendance.user_id
        where attendance.call_id = of_call
        group by participants.reads
      ) as readers
    )
  );
end
$$;
grant execute on function private.call_summary(uuid) to authenticated;

create function public.call_summary(call_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.call_summary(call_id)
$$;
grant execute on function public.call_summary(uuid) to authenticated;
