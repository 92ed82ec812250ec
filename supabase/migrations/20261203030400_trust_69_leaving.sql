-- Lets a session that has ended leave the calls that it entered itself, and nothing else. It could throw the person out of all calls, as
-- could a session without the second factor.

alter table public.call_peers add column session_id uuid;
comment on column public.call_peers.session_id is 'The session that entered.';

create function private.note_session() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.session_id := private.own_session_id();
  return new;
end
$$;

-- A peer that enters again gets another number.
create trigger note_session
before insert or update of join_number on public.call_peers
for each row execute function private.note_session();

-- As before, but a session that has ended ends its own peer only.
create or replace function private.leave_call(p_call_id uuid, p_peer_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_id uuid := private.require_meeting_of_call(caller_id, p_call_id);
  peer public.call_peers;
begin
  perform private.lock_meeting_row(meeting_id);
  select * into peer from public.call_peers where call_id = p_call_id and peer_id = p_peer_id;
  if peer.user_id <> caller_id
    or (peer.session_id is distinct from private.own_session_id() and private.session_refusal() is not null) then
    perform private.raise_error('request/not-allowed');
  elsif peer.user_id is not null and peer.left_at is null then
    perform private.set_hand(meeting_id, caller_id, false);
    perform private.end_peer(peer, 'left', now());
  end if;
end
$$;

-- As before, but a refused session may leave a call only if it has ended. Its knocks end by themselves.
create or replace function private.admit_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
  refusal text;
begin
  if current_setting('request.method', true) in ('GET', 'HEAD') and current_setting('request.path', true) like '/rpc/%' then
    perform private.raise_error('request/not-taken');
  elsif caller_id is null then
    return;
  end if;
  refusal := private.session_refusal();
  if refusal = 'request/sign-in-needed' and current_setting('request.path', true) = '/rpc/leave_call' then
    return;
  elsif refusal is not null then
    raise exception using errcode = 'PT401', message = refusal;
  end if;
  perform private.take_slot(caller_id, 'concurrency.requests');
  if not private.has_refused_time_left(caller_id) then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;
