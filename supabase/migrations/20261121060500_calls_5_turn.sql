-- Who may have a relay: in a call and on the way into it, and at its door, to test the connection.

-- Who is in the meeting's call, or would be let in now by `enter_call`: a page asks for both at once.
create function private.use_relay(p_meeting_id uuid) returns boolean
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
grant execute on function private.use_relay(uuid) to authenticated;

create function public.use_relay(meeting_id uuid) returns boolean
language sql stable security invoker set search_path = '' as $$
  select private.use_relay(meeting_id)
$$;
grant execute on function public.use_relay(uuid) to authenticated;

-- Whoever could enter now by this code, or waits to be let in. Who was denied, removed or stands before a shut door gets
-- nothing, and each try is counted, so that no relay is had by trying it again and again.
create function private.try_relay(p_code text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings := private.meeting_by_code(p_code);
  entry_status text;
begin
  perform private.check_rate_limit(caller_id, 'relayTriesPerMinute');
  entry_status := private.entry_status(meeting, caller_id);
  return entry_status = 'open' or (
    -- Who knocked before it was locked may still be let in.
    entry_status in ('knock', 'locked')
    and exists (
      select from public.knocks
      where meeting_id = meeting.id and user_id = caller_id and private.is_waiting(knocks)
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
