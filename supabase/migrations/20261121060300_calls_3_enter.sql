-- Entering a call.

-- The open call of a meeting, started when there is none. One that was empty for too long is over: it ended when the
-- last person left. Nothing runs on a schedule for this: a call nobody asks about harms nobody. A new call begins with
-- nobody muted and no hand up: nobody is there who would have to be told.
-- The caller holds the meeting's lock.
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
-- The caller holds the meeting's lock.
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
