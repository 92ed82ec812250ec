-- The function that sends a signal from one peer to another.

-- Broadcasts a signal to the topic of the receiving peer. The database adds the sender, so that no peer can send as
-- another. Returns whether it was sent: a peer that has left is no error, and an error would not count the signal.
create function private.send_signal(p_call_id uuid, p_from uuid, p_to uuid, p_signal jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  -- Many small values take more bytes in jsonb than as text.
  perform private.require_json_size(p_signal, 4 * private.limit_value('signalBytes.max'), 'request/invalid');
  if p_call_id is null or p_from is null or p_to is null or p_signal is null
    or octet_length(p_signal::text) > private.limit_value('signalBytes.max')
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'signalsPerMinute');
  perform private.require_meeting_of_call(caller_id, p_call_id);
  if not private.owns_live_peer(p_call_id, p_from) or not exists (
    select from public.call_peers where call_id = p_call_id and peer_id = p_to and left_at is null
  ) then
    return false;
  end if;
  perform private.broadcast(
    'signal:' || p_call_id || ':' || p_to, 'signal', jsonb_build_object('from', p_from, 'signal', p_signal)
  );
  return true;
end
$$;
grant execute on function private.send_signal(uuid, uuid, uuid, jsonb) to authenticated;

create function public.send_signal(p_call_id uuid, p_from uuid, p_to uuid, p_signal jsonb) returns boolean
language sql security invoker set search_path = '' as $$
  select private.send_signal(p_call_id, p_from, p_to, p_signal)
$$;
grant execute on function public.send_signal(uuid, uuid, uuid, jsonb) to authenticated;
