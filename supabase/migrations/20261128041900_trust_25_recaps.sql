-- The recap of a call reads its lines once, and counts as the reading of a page.

create type private.line_totals as (
  author uuid, kind text, language text, count bigint, spoken_ms bigint, first_spoken_at timestamptz, last_spoken_at timestamptz
);

-- Returns the totals of a call's readable lines, one for each author, kind and language.
create function private.line_totals(p_call_id uuid, p_readable int8multirange) returns private.line_totals[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select row(
      author, kind, language, count(*), sum(spoken_ms), min(spoken_at), max(spoken_at + spoken_ms * interval '1 millisecond')
    )::private.line_totals
    from public.lines
    where call_id = p_call_id and seq <@ p_readable and deleted_at is null
    group by author, kind, language
  );
end
$$;

-- As before, from the totals.
create or replace function private.call_recap(p_call_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  call public.calls;
  caller_id uuid := private.require_user_id();
  readable int8multirange := private.require_readable_ranges(caller_id, p_call_id);
  names_talk boolean := exists (
    select from public.attendance where call_id = p_call_id and user_id = caller_id
  );
  totals private.line_totals[] := private.line_totals(p_call_id, readable);
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
        from unnest(totals)
        where kind = 'speech'
        group by 1, language
      ) as spoken
    ),
    -- The part of the call that has captions.
    'captioned', (
      select case when count(*) > 0 then jsonb_build_object('from', min(first_spoken_at), 'until', max(last_spoken_at)) end
      from unnest(totals)
      where kind = 'speech'
    ),
    'lines', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('user_id', author, 'kind', kind, 'count', count) order by count desc, author, kind
        ),
        '[]'
      )
      from (select author, kind, sum(count) as count from unnest(totals) group by author, kind) as counted
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

create or replace function public.call_recap(p_call_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.call_recap(p_call_id)
$$;
