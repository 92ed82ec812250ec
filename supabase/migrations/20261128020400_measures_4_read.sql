-- Functions that read insights. They name nobody but the caller.

-- Returns the sums of the languages of calls.
create function private.insight_languages(p_call_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('language', language, 'speakers', speakers, 'readers', readers, 'talk_ms', talk_ms)
        order by talk_ms desc, readers desc, language
      ),
      '[]'
    )
    from (
      select language, sum(speakers) as speakers, sum(readers) as readers, sum(talk_ms) as talk_ms
      from public.call_languages
      where call_id = any (p_call_ids)
      group by language
    ) as summed
  );
end
$$;

create function private.insight_reach(p_call_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('spoken', spoken, 'read', read, 'lines', lines, 'reached', reached)
        order by lines desc, spoken, read
      ),
      '[]'
    )
    from (
      select spoken, read, sum(lines) as lines, sum(reached) as reached
      from public.call_reach
      where call_id = any (p_call_ids)
      group by spoken, read
    ) as summed
  );
end
$$;

create function private.insight_engines(p_call_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('engine', engine, 'lines', lines, 'characters', characters)
        order by characters desc, engine
      ),
      '[]'
    )
    from (
      select engine, sum(lines) as lines, sum(characters) as characters
      from public.call_engines
      where call_id = any (p_call_ids)
      group by engine
    ) as summed
  );
end
$$;

-- Returns what pages reported in the calls.
create function private.insight_counters(p_call_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'device', jsonb_build_object(
        'lines', coalesce(sum(device_lines), 0), 'characters', coalesce(sum(device_characters), 0)
      ),
      'reading', jsonb_build_object(
        'watched_ms', coalesce(sum(watched_ms), 0), 'behind_ms', coalesce(sum(behind_ms), 0)
      ),
      'captions', jsonb_build_object('count', coalesce(sum(captions), 0), 'delay_ms', coalesce(sum(delay_ms), 0))
    )
    from public.call_counters
    where call_id = any (p_call_ids)
  );
end
$$;

-- Returns the measures of the user, beside those of everyone in the measured calls that the user attended. Null if there
-- are none.
create function private.insight_own(p_call_ids uuid[], p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when count(*) > 0 then jsonb_build_object(
      'calls', count(*),
      'talk_ms', sum(attendance.talk_ms),
      'group_ms', sum(measure.talk_ms),
      'even_ms', round(sum(measure.talk_ms::numeric / greatest(measure.people, 1))),
      'turns', sum(attendance.turn_count),
      'group_turns', sum(measure.turn_count),
      'interruptions', sum(attendance.interruption_count),
      'group_interruptions', sum(measure.interruption_count)
    ) end
    from public.call_measures as measure
    join public.attendance on attendance.call_id = measure.call_id and attendance.user_id = p_user_id
    where measure.call_id = any (p_call_ids)
  );
end
$$;

-- Returns the sums over ended calls.
create function private.insight_figures(p_call_ids uuid[], p_user_id uuid, p_time_zone text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with chosen as (
      select
        calls.id,
        (calls.started_at at time zone p_time_zone)::date as day,
        extract(epoch from private.call_ended_at(calls) - calls.started_at) as seconds,
        calls.measured and measure.call_id is null as is_unkept,
        measure.*
      from public.calls
      left join public.call_measures as measure on measure.call_id = calls.id
      where calls.id = any (p_call_ids)
    )
    select jsonb_build_object(
      'calls', count(*),
      'measured', count(call_id),
      'unkept', count(*) filter (where is_unkept),
      'seconds', coalesce(round(sum(seconds)), 0),
      'spoken', count(*) filter (where speakers > 0),
      'people', coalesce(sum(people) filter (where speakers > 0), 0),
      'speakers', coalesce(sum(speakers), 0),
      'effective_speakers', coalesce(sum(effective_speakers), 0),
      'talk_ms', coalesce(sum(talk_ms), 0),
      'turns', coalesce(sum(turn_count), 0),
      'overlaps', coalesce(sum(overlap_count), 0),
      'interruptions', coalesce(sum(interruption_count), 0),
      'days', (
        select coalesce(
          jsonb_agg(jsonb_build_object('day', day, 'calls', count, 'seconds', seconds) order by day), '[]'
        )
        from (select day, count(*) as count, round(sum(seconds)) as seconds from chosen group by day) as counted
      )
    )
    from chosen
  ) || jsonb_build_object(
    'languages', private.insight_languages(p_call_ids),
    'reach', private.insight_reach(p_call_ids),
    'engines', private.insight_engines(p_call_ids),
    'own', private.insight_own(p_call_ids, p_user_id)
  ) || private.insight_counters(p_call_ids);
end
$$;

-- Returns the insights of the calls of a workspace that began on these days, for its members. The days are those of the
-- caller's time zone. A call counts once its end is written.
create function private.insights(p_workspace_id uuid, p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  v_time_zone text := coalesce((select time_zone from public.profiles where id = caller_id), 'UTC');
  max_calls bigint := private.limit_value('measures.callsPerAnswer');
  call_ids uuid[];
begin
  if not private.has_workspace_role(caller_id, p_workspace_id, 'member') then
    perform private.raise_error('request/not-allowed');
  elsif (p_until - p_from between 0 and private.limit_value('measures.days') - 1) is not true then
    perform private.raise_error('request/invalid');
  end if;
  call_ids := array(
    select calls.id
    from public.meetings
    join public.calls on calls.meeting_id = meetings.id
    where meetings.workspace_id = p_workspace_id
      and calls.ended_at is not null
      and calls.started_at >= p_from::timestamp at time zone v_time_zone
      and calls.started_at < (p_until + 1)::timestamp at time zone v_time_zone
    order by calls.started_at desc, calls.id
    limit max_calls + 1
  );
  return jsonb_build_object(
    'figures', private.insight_figures(call_ids[:max_calls], caller_id, v_time_zone),
    'complete', cardinality(call_ids) <= max_calls
  );
end
$$;
grant execute on function private.insights(uuid, date, date) to authenticated;

create function public.insights(p_workspace_id uuid, p_from date, p_until date) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.insights(p_workspace_id, p_from, p_until)
$$;
grant execute on function public.insights(uuid, date, date) to authenticated;

-- Returns the insights of one call, for those who may read it as a whole. The first reader of a call that has no measures
-- yet measures it.
create function private.call_insights(p_call_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  call public.calls;
  state text;
begin
  perform private.require_call_reader(caller_id, p_call_id);
  select * into call from public.calls where id = p_call_id;
  state := case
    when (select keep from public.meetings where id = call.meeting_id) = 'nothing'
      and not exists (select from public.call_measures where call_id = p_call_id)
    then 'unkept'
    when not private.reads_whole_call(caller_id, p_call_id) then 'partial'
    when private.call_ended_at(call) is null then 'open'
    else 'ready'
  end;
  if state = 'ready' then
    perform private.measure_call(p_call_id);
    return jsonb_build_object(
      'state', state, 'figures', private.insight_figures(array[p_call_id], caller_id, 'UTC')
    );
  end if;
  return jsonb_build_object('state', state, 'figures', null);
end
$$;
grant execute on function private.call_insights(uuid) to authenticated;

create function public.call_insights(p_call_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.call_insights(p_call_id)
$$;
grant execute on function public.call_insights(uuid) to authenticated;
