-- Ends access with the session. An access token is valid for an hour, also after its session was ended on another device.

-- Returns whether the session of the caller's token exists. Tokens of services have none.
create function private.has_open_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  own_id uuid := private.own_session_id();
begin
  return own_id is null or exists (select from auth.sessions where id = own_id);
end
$$;
grant execute on function private.has_open_session() to authenticated;

-- As before, and refuses a token whose session was ended. Its holder may still leave a call or a waiting room, which a page does
-- after a sign-out. The refusal comes first and counts for nothing: otherwise the holder of an ended token could use up the slots and
-- the refused time of the person on their other devices.
create or replace function private.admit_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
begin
  if caller_id is null then
    return;
  end if;
  if not private.has_open_session() then
    if coalesce(current_setting('request.path', true), '') in ('/rpc/leave_call', '/rpc/withdraw_knock') then
      return;
    end if;
    raise exception using errcode = 'PT401', message = 'request/sign-in-needed';
  end if;
  perform private.take_slot(caller_id, 'concurrency.requests');
  if not private.has_refused_time_left(caller_id) then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;

-- As before, and admits nobody whose session was ended to a topic. Those inside stay until their token is renewed.
alter policy "Users receive the topics that they may join" on realtime.messages
using (
  extension = 'broadcast'
  and (select private.has_open_session())
  and (
    (select private.can_receive_meeting((select realtime.topic())))
    or (select private.can_receive_board((select realtime.topic())))
    or (select private.can_receive_signals((select realtime.topic())))
    or (select private.can_receive_waiting_room((select realtime.topic())))
  )
);

-- As before, for sessions that were not ended.
create or replace function private.can_upload_file(p_path text, p_length bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  envelope_bytes constant int := 4096;
begin
  return private.has_open_session() and exists (
    select from public.files
    where path = p_path and owner = auth.uid() and shared_at is null and deleted_at is null
      and p_length between bytes and bytes + envelope_bytes
  );
end
$$;
