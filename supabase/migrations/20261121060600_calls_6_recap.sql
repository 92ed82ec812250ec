-- Functions that read the figures of a call.

create function private.require_call_reader(p_user_id uuid, p_call_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.can_read_call(p_user_id, p_call_id) then
    perform private.raise_error('meeting/not-entered');
  end if;
end
$$;

create function private.call_attendance(p_call public.calls) returns jsonb
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
          'left_at', presence.left_at,
          'seconds', greatest(0, round(extract(epoch from coalesce(presence.left_at, now()) - present.joined_at)))::int
        )
        order by present.joined_at, participants.number
      ),
      '[]'
    )
    from public.attendance as present
    join public.participants
      on participants.meeting_id = p_call.meeting_id and participants.user_id = present.user_id
    -- Participants whose peers stopped responding have no `left_at` of their own.
    cross join lateral (select coalesce(present.left_at, private.call_ended_at(p_call)) as left_at) as presence
    where present.call_id = p_call.id
  );
end
$$;

-- Returns the people whom the pages of a call name: its attendees, and those to whom a task was given.
create function private.call_people(p_call public.calls) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('id', user_id, 'number', number, 'colour', colour, 'name', display_name) order by number
      ),
      '[]'
    )
    from public.participants
    where meeting_id = p_call.meeting_id and user_id in (
      select user_id from public.attendance where call_id = p_call.id
      union
      select line_marks.who
      from public.line_marks
      join public.lines on lines.id = line_marks.line_id
      where lines.call_id = p_call.id and line_marks.who is not null
    )
  );
end
$$;

create function private.call_recap(p_call_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  call public.calls;
  caller_id uuid := private.require_user_id();
  readable int8multirange := private.require_readable_ranges(caller_id, p_call_id);
begin
  select * into call from public.calls where id = p_call_id;
  return jsonb_build_object(
    'call_id', call.id,
    'meeting_id', call.meeting_id,
    'title', (select title from public.meetings where id = call.meeting_id),
    'host_name', (select private.host_name(meetings) from public.meetings where id = call.meeting_id),
    'started_at', call.started_at,
    'ended_at', private.call_ended_at(call),
    'kept_until', private.call_kept_until(call),
    'whole', private.covers_call(readable, p_call_id),
    'shared', call.shared_at is not null,
    'may_share', coalesce(private.moderation_rank(caller_id, call.meeting_id), 0) >= 2,
    'attendance', private.call_attendance(call),
    'people', private.call_people(call),
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
        where call_id = p_call_id and seq <@ readable and kind = 'speech' and deleted_at is null
        group by author, language
      ) as spoken
    ),
    -- The part of the call that has captions.
    'captioned', (
      select case when count(*) > 0 then jsonb_build_object(
        'from', min(spoken_at), 'until', max(spoken_at + spoken_ms * interval '1 millisecond')
      ) end
      from public.lines
      where call_id = p_call_id and seq <@ readable and kind = 'speech' and deleted_at is null
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
        where call_id = p_call_id and seq <@ readable and deleted_at is null
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
        where attendance.call_id = p_call_id
        group by participants.reads
      ) as readers
    )
  );
end
$$;
grant execute on function private.call_recap(uuid) to authenticated;

create function public.call_recap(p_call_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.call_recap(p_call_id)
$$;
grant execute on function public.call_recap(uuid) to authenticated;
