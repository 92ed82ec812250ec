-- The door's test of the connection: who may try a relay without being in a call.

-- Whoever could enter now by this code, or waits to be let in. Who was denied, removed or stands before a shut door gets
-- nothing, and each try is counted, so that no relay is had by trying it again and again.
create function private.try_relay(typed text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting public.meetings := private.meeting_by_code(typed);
  door text;
begin
  perform private.take_turn(me, 'relayTriesPerMinute');
  door := private.door(meeting, me);
  return door = 'open' or (
    -- Who knocked before it was locked may still be let in.
    door in ('knock', 'locked')
    and exists (
      select from public.knocks
      where meeting_id = meeting.id and user_id = me and private.is_waiting(knocks)
    )
  );
end
$$;
grant execute on function private.try_relay(text) to authenticated;

create function public.try_relay(code text) returns boolean
language sql security invoker set search_path = '' as $$
  select private.try_relay(code)
$$;
grant execute on function public.try_relay(text) to authenticated;
