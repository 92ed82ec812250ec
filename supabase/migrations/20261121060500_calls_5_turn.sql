-- Functions that authorize TURN: in a call, while entering it, and for the connection test on the pre-join page.

-- Returns whether the caller is in the meeting's call or may enter now. A page requests TURN servers and `enter_call`
-- at the same time.
create function private.authorize_turn(p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  return private.is_participant(caller_id, p_meeting_id) and (
    private.is_in_call(caller_id, p_meeting_id)
    or exists (
      select from public.meetings
      where id = p_meeting_id and private.entry_status(meetings, caller_id) = 'open'
    )
  );
end
$$;
grant execute on function private.authorize_turn(uuid) to authenticated;

create function public.authorize_turn(p_meeting_id uuid) returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.authorize_turn(p_meeting_id)
$$;
grant execute on function public.authorize_turn(uuid) to authenticated;

-- Returns whether the caller may enter with this code or is waiting to be admitted. Denied and removed users, and
-- users who cannot enter, get false. A rate limit prevents repeated use of the test as a relay.
create function private.authorize_turn_test(p_code text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings := private.meeting_by_code(p_code);
  entry_status text;
begin
  perform private.check_rate_limit(caller_id, 'relayTestsPerMinute');
  entry_status := private.entry_status(meeting, caller_id);
  return entry_status = 'open' or (
    -- A user who knocked before the meeting was locked may still be admitted.
    entry_status in ('knock', 'locked')
    and exists (
      select from public.knocks
      where meeting_id = meeting.id and user_id = caller_id and private.is_waiting(knocks)
    )
  );
end
$$;
grant execute on function private.authorize_turn_test(text) to authenticated;

create function public.authorize_turn_test(p_code text) returns boolean
language sql security invoker set search_path = '' as $$
  select private.authorize_turn_test(p_code)
$$;
grant execute on function public.authorize_turn_test(text) to authenticated;
