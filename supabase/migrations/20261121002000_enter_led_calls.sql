-- Entering, staying and leaving, where a meeting may end, and where not everybody may come in.

-- A new call begins with nobody muted and no hand up: nobody is there who would have to be told.
create or replace function private.open_call(of_meeting uuid) returns public.calls
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

create or replace function private.enter_call(in_meeting uuid, as_peer uuid) returns jsonb
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

-- "I am still here", and where one stands. Whoever is still here also notices who is not, and that the meeting's day is
-- over. `waiting` is the lobby's count for those who lead, so that a lost knock is noticed.
create or replace function private.heartbeat(in_call uuid, as_peer uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting_id uuid := private.meeting_of_call(me, in_call);
  meeting public.meetings;
  mine public.call_peers;
  ended boolean;
begin
  select * into mine from public.call_peers where call_id = in_call and peer_id = as_peer;
  if mine.user_id <> me then
    perform private.fail('request/not-allowed');
  end if;
  -- The meeting's lock comes before that of the peer's row, here as everywhere.
  select * into meeting from public.meetings where id = meeting_id;
  if private.is_over(meeting) and meeting.ended_at is null then
    meeting := private.lock_meeting(meeting_id);
    if meeting.ended_at is null then
      perform private.finish_meeting(meeting_id, meeting.expires_at);
    end if;
  elsif exists (select from private.stale_peers(in_call) where peer_id is distinct from as_peer) then
    perform private.lock_meeting(meeting_id);
    perform private.sweep_peers(in_call, as_peer);
  end if;

  ended := (select ended_at is not null from public.calls where id = in_call);
  update public.call_peers set last_seen = now()
  where call_id = in_call and peer_id = as_peer and left_at is null and not ended;
  select * into mine from public.call_peers where call_id = in_call and peer_id = as_peer;
  select * into meeting from public.meetings where id = meeting_id;

  return jsonb_build_object(
    'standing', case
      when ended then 'ended'
      when mine.left_reason = 'taken-over' then 'taken-over'
      when mine.peer_id is null or mine.left_at is not null then 'gone'
      else 'in'
    end,
    'seq', meeting.seq,
    'epoch', meeting.epoch,
    'waiting', case
      when private.rank(me, meeting_id) > 0 then (
        select count(*) from public.knocks
        where knocks.meeting_id = meeting.id and private.is_waiting(knocks)
      )
      else 0
    end,
    'now', now()
  );
end
$$;

-- Leaves, and takes one's hand along. Again, or after being gone, it changes nothing: the page says it as it closes and
-- cannot know.
create or replace function private.leave_call(in_call uuid, as_peer uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting uuid := private.meeting_of_call(me, in_call);
  mine public.call_peers;
begin
  perform private.lock_meeting(meeting);
  select * into mine from public.call_peers where call_id = in_call and peer_id = as_peer;
  if mine.user_id <> me then
    perform private.fail('request/not-allowed');
  elsif mine.user_id is not null and mine.left_at is null then
    perform private.end_peer(mine, 'left', now());
    perform private.set_hand(meeting, me, false);
  end if;
end
$$;

-- Who may hear and write the lobby's topics: nobody but the database writes them.

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

drop policy "the admitted hear their meeting, peers their signals" on realtime.messages;

create policy "the admitted hear their meeting, peers their signals, doors and hosts the lobby" on realtime.messages
for select to authenticated
using (
  extension = 'broadcast'
  and (
    (select private.hears_meeting((select realtime.topic())))
    or (select private.hears_signal((select realtime.topic())))
    or (select private.hears_lobby((select realtime.topic())))
  )
);
