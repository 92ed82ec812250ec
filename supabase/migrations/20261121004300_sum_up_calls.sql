-- What a call was: its figures, its transcript, and what somebody missed of it.

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

-- What was found, one more than a page of it where there is more.
create function private.page_of(found_lines public.lines[], page int) returns json
language plpgsql stable set search_path = '' as $$
begin
  return json_build_object(
    'lines', private.line_shapes(found_lines[:page]), 'more', cardinality(found_lines) > page
  );
end
$$;

-- A page of a call's lines after `after` (null: the first), oldest first.
create function private.transcript(of_call uuid, after bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page int := private.bound('transcriptPage');
  found_lines public.lines[];
begin
  perform private.require_reader(private.caller(), of_call);
  found_lines := array(
    select lines
    from public.lines
    where call_id = of_call and seq > coalesce(after, 0)
    order by seq
    limit page + 1
  );
  return private.page_of(found_lines, page);
end
$$;
grant execute on function private.transcript(uuid, bigint) to authenticated;

create function public.transcript(call_id uuid, after bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select private.transcript(call_id, after)
$$;
grant execute on function public.transcript(uuid, bigint) to authenticated;

-- What came after `after`: how many lines, and those that somebody marked; of many of these the first page.
create function private.missed(of_call uuid, after bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since bigint := coalesce(after, 0);
begin
  perform private.require_reader(private.caller(), of_call);
  return jsonb_build_object(
    'lines', (
      select count(*) from public.lines where call_id = of_call and seq > since and deleted_at is null
    ),
    'marks', private.line_shapes(
      array(
        select lines
        from public.lines
        join public.line_marks on line_marks.line_id = lines.id
        where call_id = of_call and seq > since
        order by seq
        limit private.bound('transcriptPage')
      )
    )
  );
end
$$;
grant execute on function private.missed(uuid, bigint) to authenticated;

create function public.missed(call_id uuid, after bigint default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.missed(call_id, after)
$$;
grant execute on function public.missed(uuid, bigint) to authenticated;
