-- Entering a call.

create function private.stale_peers(in_call uuid) returns setof public.call_peers
language plpgsql stable set search_path = '' as $$
begin
  return query
  select * from public.call_peers
  where call_id = in_call and left_at is null and last_seen < now() - private.span('peerGone');
end
$$;

-- Below, but for `enter_call`, which takes it, the caller holds the meeting's lock.

create function private.end_peer(peer public.call_peers, reason text, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  meeting uuid := (select meeting_id from public.calls where id = peer.call_id);
begin
  update public.call_peers set left_at = at, left_reason = reason
  where call_id = peer.call_id and peer_id = peer.peer_id;
  update public.attendance set left_at = at
  where call_id = peer.call_id and user_id = peer.user_id;
  perform private.announce(
    meeting,
    private.next_seq(meeting),
    'peer_left',
    jsonb_build_object('peer_id', peer.peer_id, 'user_id', peer.user_id, 'reason', reason)
  );
end
$$;

-- Peers without a heartbeat are gone since they were last seen. `spared` is the peer that is calling right now.
create function private.sweep_peers(in_call uuid, spared uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
begin
  for peer in select * from private.stale_peers(in_call) where peer_id is distinct from spared loop
    perform private.end_peer(peer, 'gone', peer.last_seen);
  end loop;
end
$$;

-- The open call of a meeting, started when there is none. One that was empty for too long is over: it ended when the
-- last person left. Nothing runs on a schedule for this: a call nobody asks about harms nobody. A new call begins with
-- nobody muted and no hand up: nobody is there who would have to be told.
create function private.open_call(of_meeting uuid) returns public.calls
language plpgsql set search_path = '' as $$
declare
  call public.calls;
  emptied_at timestamptz;
begin
  select * into call from public.calls where meeting_id = of_meeting and ended_at is null;
  if found then
    perform private.sweep_peers(call.id, null);
    select case when bool_and(left_at is not null) then max(left_at) end into emptied_at
    from public.call_peers where call_id = call.id;
    if emptied_at is null or emptied_at > now() - private.span('callLinger') then
      return call;
    end if;
    update public.calls set ended_at = greatest(emptied_at, started_at) where id = call.id;
  end if;
  insert into public.calls (meeting_id) values (of_meeting) returning * into call;
  update public.participants set muted = false, hand = null
  where meeting_id = of_meeting and (muted or hand is not null);
  return call;
end
$$;

-- Makes the peer live, under the next join number.
create function private.join_call(call public.calls, person uuid, as_peer uuid) returns public.call_peers
language plpgsql set search_path = '' as $$
declare
  older public.call_peers;
  joined public.call_peers;
begin
  select * into older from public.call_peers
  where call_id = call.id and user_id = person and left_at is null;
  if found then
    perform private.end_peer(older, 'taken-over', now());
  end if;
  if (
    select count(*) from public.call_peers where call_id = call.id and left_at is null
  ) >= private.bound('meshPeople') then
    perform private.fail('meeting/full');
  end if;

  insert into public.call_peers (call_id, peer_id, user_id, join_number)
  values (
    call.id,
    as_peer,
    person,
    (select coalesce(max(join_number), 0) + 1 from public.call_peers where call_id = call.id)
  )
  on conflict (call_id, peer_id) do update
  set join_number = excluded.join_number, last_seen = excluded.last_seen, left_at = null, left_reason = null
  returning * into joined;
  insert into public.attendance (call_id, user_id) values (call.id, person)
  on conflict (call_id, user_id) do update set left_at = null;
  perform private.announce(
    call.meeting_id,
    private.next_seq(call.meeting_id),
    'peer_joined',
    jsonb_build_object('peer', private.peer_shape(joined))
  );
  return joined;
end
$$;

-- The name that a person has in the room, when another there bears it already.
create function private.keep_names_apart(in_meeting uuid, person uuid) returns void
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  free text;
begin
  select * into participant from public.participants where meeting_id = in_meeting and user_id = person;
  free := private.free_name(in_meeting, person, participant.display_name);
  if free <> participant.display_name then
    update public.participants set display_name = free, seq = private.next_seq(in_meeting)
    where meeting_id = in_meeting and user_id = person
    returning * into participant;
    perform private.tell_participant(participant);
  end if;
end
$$;

create function private.enter_call(in_meeting uuid, as_peer uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting public.meetings;
  call public.calls;
  mine public.call_peers;
begin
  if in_meeting is null or as_peer is null then
    perform private.fail('request/invalid');
  end if;
  perform private.take_turn(me, 'entriesPerMinute');
  meeting := private.lock_meeting(in_meeting);
  perform private.require_admitted(me, in_meeting);
  perform private.refuse_at(private.door(meeting, me));
  call := private.open_call(in_meeting);

  select * into mine from public.call_peers where call_id = call.id and peer_id = as_peer;
  if mine.user_id <> me then
    perform private.fail('request/not-allowed');
  elsif mine.user_id is not null and mine.left_at is null then
    update public.call_peers set last_seen = now() where call_id = call.id and peer_id = as_peer;
  else
    perform private.keep_names_apart(in_meeting, me);
    mine := private.join_call(call, me, as_peer);
  end if;

  select * into meeting from public.meetings where id = in_meeting;
  return jsonb_build_object(
    'meeting',
    private.meeting_shape(meeting) || jsonb_build_object('seq', meeting.seq, 'epoch', meeting.epoch),
    'call', jsonb_build_object('id', call.id, 'started_at', call.started_at),
    'me', private.peer_shape(mine),
    'workspace_role', (
      select role from public.workspace_members
      where workspace_id = meeting.workspace_id and user_id = me and private.has_account(me)
    ),
    'participants', private.participant_shapes(in_meeting, 0),
    'peers', private.live_peer_shapes(call.id),
    'now', now()
  );
end
$$;
grant execute on function private.enter_call(uuid, uuid) to authenticated;

create function public.enter_call(meeting_id uuid, peer_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.enter_call(meeting_id, peer_id)
$$;
grant execute on function public.enter_call(uuid, uuid) to authenticated;
