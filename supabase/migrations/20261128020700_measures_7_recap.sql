-- The talk time of people is for those who attended the call with them. Other readers get it by language.

-- As before, with the speaker of the talk time for attendees only.
create or replace function private.call_recap(p_call_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  call public.calls;
  caller_id uuid := private.require_user_id();
  readable int8multirange := private.require_readable_ranges(caller_id, p_call_id);
  names_talk boolean := exists (
    select from public.attendance where call_id = p_call_id and user_id = caller_id
  );
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
          jsonb_build_object('user_id', speaker, 'language', language, 'seconds', round(ms / 1000.0)::int)
          order by ms desc, speaker, language
        ),
        '[]'
      )
      from (
        select case when names_talk then author end as speaker, language, sum(spoken_ms) as ms
        from public.lines
        where call_id = p_call_id and seq <@ readable and kind = 'speech' and deleted_at is null
        group by 1, language
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
