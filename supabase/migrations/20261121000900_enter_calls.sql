-- Entering a call, staying in it, leaving it.

-- A person who is no participant has not entered; one who was removed may not.
create function private.require_admitted(person uuid, to_meeting uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  standing text := (
    select admission from public.participants where meeting_id = to_meeting and user_id = person
  );
begin
  if standing is null then
    perform private.fail('meeting/not-entered');
  elsif standing <> 'admitted' then
    perform private.fail('request/not-allowed');
  end if;
end
$$;

-- The call's meeting, for a caller who is admitted there. An unknown call looks like one that was not entered.
create function private.meeting_of_call(person uuid, which_call uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  meeting uuid := (select meeting_id from public.calls where id = which_call);
begin
  perform private.require_admitted(person, meeting);
  return meeting;
end
$$;

-- Below, the caller holds the meeting's lock.

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

create function private.stale_peers(in_call uuid) returns setof public.call_peers
language sql stable set search_path = '' as $$
  select * from public.call_peers
  where call_id = in_call and left_at is null and last_seen < now() - private.span('peerGone')
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
-- last person left. Nothing runs on a schedule for this: a call nobody asks about harms nobody.
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
  meeting := private.lock_meeting(in_meeting);
  perform private.require_admitted(me, in_meeting);
  call := private.open_call(in_meeting);

  select * into mine from public.call_peers where call_id = call.id and peer_id = as_peer;
  if mine.user_id <> me then
    perform private.fail('request/not-allowed');
  elsif mine.user_id is not null and mine.left_at is null then
    update public.call_peers set last_seen = now() where call_id = call.id and peer_id = as_peer;
  else
    mine := private.join_call(call, me, as_peer);
  end if;

  return jsonb_build_object(
    'meeting', (
      select jsonb_build_object('id', id, 'code', code, 'title', title, 'seq', seq, 'epoch', epoch)
      from public.meetings where id = in_meeting
    ),
    'call', jsonb_build_object('id', call.id, 'started_at', call.started_at),
    'me', private.peer_shape(mine),
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

-- "I am still here", and where one stands. Whoever is still here also notices who is not.
create function private.heartbeat(in_call uuid, as_peer uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting uuid := private.meeting_of_call(me, in_call);
  mine public.call_peers;
  ended boolean;
begin
  select * into mine from public.call_peers where call_id = in_call and peer_id = as_peer;
  if mine.user_id <> me then
    perform private.fail('request/not-allowed');
  end if;
  -- The meeting's lock comes before that of the peer's row, here as everywhere.
  if exists (select from private.stale_peers(in_call) where peer_id is distinct from as_peer) then
    perform private.lock_meeting(meeting);
    perform private.sweep_peers(in_call, as_peer);
  end if;

  ended := (select ended_at is not null from public.calls where id = in_call);
  update public.call_peers set last_seen = now()
  where call_id = in_call and peer_id = as_peer and left_at is null and not ended;
  select * into mine from public.call_peers where call_id = in_call and peer_id = as_peer;

  return (
    select jsonb_build_object(
      'standing', case
        when ended then 'ended'
        when mine.left_reason = 'taken-over' then 'taken-over'
        when mine.peer_id is null or mine.left_at is not null then 'gone'
        else 'in'
      end,
      'seq', seq,
      'epoch', epoch,
      'now', now()
    )
    from public.meetings where id = meeting
  );
end
$$;
grant execute on function private.heartbeat(uuid, uuid) to authenticated;

create function public.heartbeat(call_id uuid, peer_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.heartbeat(call_id, peer_id)
$$;
grant execute on function public.heartbeat(uuid, uuid) to authenticated;

-- Leaves. Again, or after being gone, it changes nothing: the page says it as it closes and cannot know.
create function private.leave_call(in_call uuid, as_peer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  mine public.call_peers;
begin
  perform private.lock_meeting(private.meeting_of_call(me, in_call));
  select * into mine from public.call_peers where call_id = in_call and peer_id = as_peer;
  if mine.user_id <> me then
    perform private.fail('request/not-allowed');
  elsif mine.user_id is not null and mine.left_at is null then
    perform private.end_peer(mine, 'left', now());
  end if;
end
$$;
grant execute on function private.leave_call(uuid, uuid) to authenticated;

create function public.leave_call(call_id uuid, peer_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.leave_call(call_id, peer_id)
$$;
grant execute on function public.leave_call(uuid, uuid) to authenticated;
