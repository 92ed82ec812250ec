-- A refused signal costs little, because its refusal undoes the turn.

-- Broadcasts a signal to the topic of the receiving peer. The database adds the sender, so that no peer can send as
-- another. Returns whether it was sent: a peer that has left is no error, and an error would not count the signal. A peer
-- cannot send to itself. A long signal counts like several, because Realtime stores it until it is swept.
create or replace function private.send_signal(p_call_id uuid, p_from uuid, p_to uuid, p_signal jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  bytes_per_turn constant int := 4096;
  caller_id uuid := private.require_user_id();
begin
  -- Small values take more bytes in jsonb than as text. A signal has few, and many would take time without a turn.
  perform private.require_json_size(p_signal, 2 * private.limit_value('signalBytes.max'), 'request/invalid');
  if p_call_id is null or p_from is null or p_to is null or p_signal is null
    or octet_length(p_signal::text) > private.limit_value('signalBytes.max')
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'signalsPerMinute', 1 + octet_length(p_signal::text) / bytes_per_turn);
  perform private.require_meeting_of_call(caller_id, p_call_id);
  if p_from = p_to or not private.owns_live_peer(p_call_id, p_from) or not exists (
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
