-- Who may hear and write a private topic. Realtime asks as the user, with the topic in `realtime.topic()`; the grammar
-- of topics is that of contracts/realtime.ts. A topic that is none of these is refused, never an error.
--
-- It asks when a topic is joined and when its token is renewed, and in between it does not: what somebody must not hear
-- who might hear it a moment ago goes to another topic, or over none.

-- `meeting:<id>:<epoch>`: the admitted who are in the call, seen there by the others, at the meeting's present epoch. Who
-- attended another call, or has not entered this one, would hear what `changes` does not give them.
create function private.hears_meeting(topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[] := string_to_array(topic, ':');
begin
  if words[1] = 'meeting' and cardinality(words) = 3 and private.is_uuid(words[2]) then
    return private.is_admitted(words[2]::uuid)
      and private.is_inside((select auth.uid()), words[2]::uuid)
      and exists (
        select from public.meetings where id = words[2]::uuid and epoch::text = words[3]
      );
  end if;
  return false;
end
$$;
grant execute on function private.hears_meeting(text) to authenticated;

-- `hosts:<meeting>`: those who lead the meeting; it names nobody, as who leads no more may still be listening.
-- `door:<meeting>:<user>`: that person. Nobody but the database writes them.
create function private.hears_lobby(topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  words text[] := string_to_array(topic, ':');
begin
  if words[1] = 'hosts' and cardinality(words) = 2 and private.is_uuid(words[2]) then
    return private.moderates(words[2]::uuid);
  elsif words[1] = 'door' and cardinality(words) = 3 and private.is_uuid(words[2]) then
    return words[3] = (select auth.uid())::text;
  end if;
  return false;
end
$$;
grant execute on function private.hears_lobby(text) to authenticated;

-- Whether the caller owns this peer, live in a call that is open and whose meeting still admits them.
create function private.owns_live_peer(in_call uuid, which_peer uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.attended(in_call) and exists (
    select
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where call_peers.call_id = in_call
      and call_peers.peer_id = which_peer
      and call_peers.user_id = (select auth.uid())
      and call_peers.left_at is null
      and calls.ended_at is null
  );
end
$$;

-- The parts of `signal:<call>:<from>:<to>`; nulls when it is no such topic.
create function private.signal_ends(topic text, out in_call uuid, out from_peer uuid, out to_peer uuid)
language plpgsql immutable set search_path = '' as $$
declare
  words text[] := string_to_array(topic, ':');
begin
  if words[1] = 'signal'
    and cardinality(words) = 4
    and private.is_uuid(words[2])
    and private.is_uuid(words[3])
    and private.is_uuid(words[4])
  then
    in_call := words[2]::uuid;
    from_peer := words[3]::uuid;
    to_peer := words[4]::uuid;
  end if;
end
$$;

-- Both ends hear it: the writer too, or it could not join the topic.
create function private.hears_signal(topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.owns_live_peer(in_call, from_peer) or private.owns_live_peer(in_call, to_peer)
    from private.signal_ends(topic)
  );
end
$$;
grant execute on function private.hears_signal(text) to authenticated;

-- Only its own tab writes it, to one that is there.
create function private.writes_signal(topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.owns_live_peer(in_call, from_peer) and exists (
      select from public.call_peers where call_id = in_call and peer_id = to_peer and left_at is null
    )
    from private.signal_ends(topic)
  );
end
$$;
grant execute on function private.writes_signal(text) to authenticated;

create policy "those inside hear their meeting, peers their signals, doors and hosts the lobby" on realtime.messages
for select to authenticated
using (
  extension = 'broadcast'
  and (
    (select private.hears_meeting((select realtime.topic())))
    or (select private.hears_signal((select realtime.topic())))
    or (select private.hears_lobby((select realtime.topic())))
  )
);

create policy "a peer writes its own signals" on realtime.messages
for insert to authenticated
with check (extension = 'broadcast' and (select private.writes_signal((select realtime.topic()))));
