-- The counters that pages in a call report: what no table holds.

-- Returns whether the value is an integer of at most nine digits.
create function private.is_whole_number(p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_typeof(p_value) = 'number' and p_value::text ~ '^[0-9]{1,9}$';
end
$$;

-- Adds the counters of one page since its last report. Only people inside the call report. The last
-- report of a page may come after it left, and changes nothing. A meeting that keeps nothing
-- stores none and returns no error. Each value is bounded, because nobody can check it.
create function private.report_counters(p_call_id uuid, p_counters jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line_count bigint;
begin
  perform private.require_json_size(p_counters, 1000, 'request/too-large');
  perform private.check_rate_limit(caller_id, 'measures.reportsPerMinute');
  if private.is_int_within_limit(p_counters -> 'watched_ms', 'measures.reportMs') is not true
    or private.is_int_within_limit(p_counters -> 'behind_ms', 'measures.reportMs') is not true
    or private.is_int_within_limit(p_counters -> 'captions', 'measures.reportLines') is not true
    or private.is_int_within_limit(p_counters -> 'device_lines', 'measures.reportLines') is not true
    or private.is_whole_number(p_counters -> 'delay_ms') is not true
    or private.is_whole_number(p_counters -> 'device_characters') is not true
  then
    perform private.raise_error('request/invalid');
  end if;
  line_count := (p_counters ->> 'device_lines')::bigint;
  if (p_counters ->> 'behind_ms')::bigint > (p_counters ->> 'watched_ms')::bigint
    or (p_counters ->> 'delay_ms')::bigint
      > (p_counters ->> 'captions')::bigint * private.limit_value('captionMaxAgeMs')
    or (p_counters ->> 'device_characters')::bigint > line_count * private.limit_value('message.max')
  then
    perform private.raise_error('request/invalid');
  elsif not exists (
    select
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    join public.meetings on meetings.id = calls.meeting_id
    where call_peers.call_id = p_call_id
      and call_peers.user_id = caller_id
      and call_peers.left_at is null
      and meetings.keep = 'days'
  ) then
    return;
  end if;
  insert into public.call_counters as existing (
    call_id, watched_ms, behind_ms, captions, delay_ms, device_lines, device_characters
  )
  values (
    p_call_id,
    (p_counters ->> 'watched_ms')::bigint,
    (p_counters ->> 'behind_ms')::bigint,
    (p_counters ->> 'captions')::bigint,
    (p_counters ->> 'delay_ms')::bigint,
    line_count,
    (p_counters ->> 'device_characters')::bigint
  )
  on conflict (call_id) do update
  set
    watched_ms = existing.watched_ms + excluded.watched_ms,
    behind_ms = existing.behind_ms + excluded.behind_ms,
    captions = existing.captions + excluded.captions,
    delay_ms = existing.delay_ms + excluded.delay_ms,
    device_lines = existing.device_lines + excluded.device_lines,
    device_characters = existing.device_characters + excluded.device_characters;
end
$$;
grant execute on function private.report_counters(uuid, jsonb) to authenticated;

create function public.report_counters(p_call_id uuid, p_counters jsonb) returns void
language sql security invoker set search_path = '' as $$
  select private.report_counters(p_call_id, p_counters)
$$;
grant execute on function public.report_counters(uuid, jsonb) to authenticated;
