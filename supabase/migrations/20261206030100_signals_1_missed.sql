-- A way for signals without Realtime, which drops broadcasts of everybody above a project's limit.

-- Returns the signals that were sent to a live peer of the caller in the last minute, the oldest first. They are those of peers in the
-- call: of each sender the newest description, the newest `ready` and the newest candidates, up to the size of two signals.
create function private.missed_signals(p_call_id uuid, p_peer_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone to 'UTC' as $$
declare
  candidates_per_sender constant int := 16;
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'signalReadsPerMinute');
  perform private.require_meeting_of_call(caller_id, p_call_id);
  if not private.owns_live_peer(p_call_id, p_peer_id) then
    return '[]';
  end if;
  return (
    with of_live_senders as (
      select payload, inserted_at, sender.peer_id as sender_id, payload -> 'signal' ->> 'type' as type
      from realtime.messages
      join public.call_peers as sender
        on sender.call_id = p_call_id and sender.left_at is null and sender.peer_id = (payload ->> 'from')::uuid
      where topic = 'signal:' || p_call_id || ':' || p_peer_id
        and private is true
        and extension = 'broadcast'
        and event = 'signal'
        and inserted_at > localtimestamp - private.limit_interval('broadcastTtlMs')
    ), ranked as (
      select *, row_number() over (partition by sender_id, type order by inserted_at desc) as rank from of_live_senders
    ), measured as (
      select payload, inserted_at, sum(octet_length(payload::text)) over (
        partition by sender_id order by rank, inserted_at desc rows unbounded preceding
      ) as bytes
      from ranked
      where rank <= case type when 'candidates' then candidates_per_sender else 1 end
    )
    select coalesce(jsonb_agg(payload order by inserted_at), '[]')
    from measured
    where bytes <= 2 * private.limit_value('signalBytes.max')
  );
end
$$;
grant execute on function private.missed_signals(uuid, uuid) to authenticated;

create function public.missed_signals(p_call_id uuid, p_peer_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.missed_signals(p_call_id, p_peer_id)
$$;
grant execute on function public.missed_signals(uuid, uuid) to authenticated;
