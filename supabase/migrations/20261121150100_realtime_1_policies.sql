-- Who may hear and write a private topic. Realtime asks as the user, with the topic in `realtime.topic()`; the grammar
-- of topics is that of contracts/realtime.ts. A topic that is none of these is refused, never an error.
--
-- It asks when a topic is joined and when its token is renewed, and in between it does not: what somebody must not hear
-- who might hear it a moment ago goes to another topic, or over none.

-- `meeting:<id>:<epoch>`: the admitted who are in the call, seen there by the others, at the meeting's present epoch. Who
-- attended another call, or has not entered this one, would hear what `changes` does not give them.
create function private.can_receive_meeting(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts text[] := string_to_array(p_topic, ':');
begin
  if parts[1] = 'meeting' and cardinality(parts) = 3 and private.is_uuid(parts[2]) then
    return private.caller_is_participant(parts[2]::uuid)
      and private.is_in_call((select auth.uid()), parts[2]::uuid)
      and exists (
        select from public.meetings where id = parts[2]::uuid and epoch::text = parts[3]
      );
  end if;
  return false;
end
$$;
grant execute on function private.can_receive_meeting(text) to authenticated;

-- `hosts:<meeting>`: those who lead the meeting; it names nobody, as who leads no more may still be listening.
-- `door:<meeting>:<user>`: that person. Nobody but the database writes them.
create function private.can_receive_lobby(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts text[] := string_to_array(p_topic, ':');
begin
  if parts[1] = 'hosts' and cardinality(parts) = 2 and private.is_uuid(parts[2]) then
    return private.is_moderator(parts[2]::uuid);
  elsif parts[1] = 'door' and cardinality(parts) = 3 and private.is_uuid(parts[2]) then
    return parts[3] = (select auth.uid())::text;
  end if;
  return false;
end
$$;
grant execute on function private.can_receive_lobby(text) to authenticated;

-- Whether the caller owns this peer, live in a call that is open and whose meeting still admits them.
create function private.owns_live_peer(p_call_id uuid, p_peer_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.caller_has_attended(p_call_id) and exists (
    select
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where call_peers.call_id = p_call_id
      and call_peers.peer_id = p_peer_id
      and call_peers.user_id = (select auth.uid())
      and call_peers.left_at is null
      and calls.ended_at is null
  );
end
$$;

-- The parts of `signal:<call>:<from>:<to>`; nulls when it is no such topic.
create function private.parse_signal_topic(
  p_topic text, out signal_call_id uuid, out from_peer_id uuid, out to_peer_id uuid
)
language plpgsql immutable set search_path = '' as $$
declare
  parts text[] := string_to_array(p_topic, ':');
begin
  if parts[1] = 'signal'
    and cardinality(parts) = 4
    and private.is_uuid(parts[2])
    and private.is_uuid(parts[3])
    and private.is_uuid(parts[4])
  then
    signal_call_id := parts[2]::uuid;
    from_peer_id := parts[3]::uuid;
    to_peer_id := parts[4]::uuid;
  end if;
end
$$;

-- Both ends hear it: the writer too, or it could not join the topic.
create function private.can_receive_signal(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.owns_live_peer(signal_call_id, from_peer_id) or private.owns_live_peer(signal_call_id, to_peer_id)
    from private.parse_signal_topic(p_topic)
  );
end
$$;
grant execute on function private.can_receive_signal(text) to authenticated;

-- Only its own tab writes it, to one that is there.
create function private.can_send_signal(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.owns_live_peer(signal_call_id, from_peer_id) and exists (
      select from public.call_peers where call_id = signal_call_id and peer_id = to_peer_id and left_at is null
    )
    from private.parse_signal_topic(p_topic)
  );
end
$$;
grant execute on function private.can_send_signal(text) to authenticated;

create policy "Users receive the topics that they may join" on realtime.messages
for select to authenticated
using (
  extension = 'broadcast'
  and (
    (select private.can_receive_meeting((select realtime.topic())))
    or (select private.can_receive_signal((select realtime.topic())))
    or (select private.can_receive_lobby((select realtime.topic())))
  )
);

create policy "Peers send their own signals" on realtime.messages
for insert to authenticated
with check (extension = 'broadcast' and (select private.can_send_signal((select realtime.topic()))));
