-- Staying in a call, and leaving it.

-- "I am still here", and where one stands. Whoever is still here also notices who is not, and that the meeting's day is
-- over. `waiting` is the lobby's count for those who lead, so that a lost knock is noticed.
create function private.heartbeat(in_call uuid, as_peer uuid) returns jsonb
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
grant execute on function private.heartbeat(uuid, uuid) to authenticated;

create function public.heartbeat(call_id uuid, peer_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.heartbeat(call_id, peer_id)
$$;
grant execute on function public.heartbeat(uuid, uuid) to authenticated;

-- Leaves, and takes one's hand along. Again, or after being gone, it changes nothing: the page says it as it closes and
-- cannot know.
create function private.leave_call(in_call uuid, as_peer uuid) returns void
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
grant execute on function private.leave_call(uuid, uuid) to authenticated;

create function public.leave_call(call_id uuid, peer_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.leave_call(call_id, peer_id)
$$;
grant execute on function public.leave_call(uuid, uuid) to authenticated;
