-- Policies for private Realtime topics. Their grammar is in contracts/realtime.ts. Realtime runs the policies as the
-- user, with the topic in `realtime.topic()`. An unknown topic is rejected without an error.
--
-- Realtime checks when a client joins a topic and when its token is renewed, not in between. So an event that a
-- former receiver must not get goes to another topic, or is not broadcast.

-- Allows `meeting:<id>:<epoch>:<call>` to participants who are in this open call, at the meeting's current epoch. Other
-- participants would receive lines that `changes_since` does not return to them. Realtime can replay the last broadcasts of
-- a topic to everyone who may join it, so no topic carries the lines of two calls.
create function private.can_receive_meeting(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts text[] := string_to_array(p_topic, ':');
begin
  if parts[1] = 'meeting' and cardinality(parts) = 4 and private.is_uuid(parts[2]) and private.is_uuid(parts[4]) then
    return private.caller_is_participant(parts[2]::uuid) and exists (
      select
      from public.meetings
      join public.calls on calls.meeting_id = meetings.id
      join public.call_peers on call_peers.call_id = calls.id
      where meetings.id = parts[2]::uuid
        and meetings.epoch::text = parts[3]
        and calls.id = parts[4]::uuid
        and calls.ended_at is null
        and call_peers.user_id = (select auth.uid())
        and call_peers.left_at is null
    );
  end if;
  return false;
end
$$;
grant execute on function private.can_receive_meeting(text) to authenticated;

-- Allows `moderators:<meeting>` to moderators and `knock:<meeting>:<user>` to that user. Events of the first topic contain
-- no names, because former moderators may still receive them.
create function private.can_receive_waiting_room(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts text[] := string_to_array(p_topic, ':');
begin
  if parts[1] = 'moderators' and cardinality(parts) = 2 and private.is_uuid(parts[2]) then
    return private.is_moderator(parts[2]::uuid);
  elsif parts[1] = 'knock' and cardinality(parts) = 3 and private.is_uuid(parts[2]) then
    return parts[3] = (select auth.uid())::text;
  end if;
  return false;
end
$$;
grant execute on function private.can_receive_waiting_room(text) to authenticated;

-- Returns whether the caller owns this live peer, its call is open, and the meeting still admits the caller.
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

-- Allows `signal:<call>:<peer>` to the tab that it names.
create function private.can_receive_signals(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts text[] := string_to_array(p_topic, ':');
begin
  if parts[1] = 'signal' and cardinality(parts) = 3 and private.is_uuid(parts[2]) and private.is_uuid(parts[3]) then
    return private.owns_live_peer(parts[2]::uuid, parts[3]::uuid);
  end if;
  return false;
end
$$;
grant execute on function private.can_receive_signals(text) to authenticated;

-- No policy allows an insert: only the database broadcasts.
create policy "Users receive the topics that they may join" on realtime.messages
for select to authenticated
using (
  extension = 'broadcast'
  and (
    (select private.can_receive_meeting((select realtime.topic())))
    or (select private.can_receive_signals((select realtime.topic())))
    or (select private.can_receive_waiting_room((select realtime.topic())))
  )
);
