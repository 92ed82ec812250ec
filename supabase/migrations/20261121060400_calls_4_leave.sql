-- Functions that stay in a call and leave it.

-- Marks the peer as alive and returns its state. It also ends stale peers, overlong calls and expired meetings, and
-- deletes old broadcasts. `waiting` is the number of waiting users, for moderators, so that they notice a lost
-- `waiting_participants_changed` event. Others get it while no moderator is in the call, so that they can fetch a moderator.
create function private.heartbeat(p_call_id uuid, p_peer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_id uuid := private.require_meeting_of_call(caller_id, p_call_id);
  meeting public.meetings;
  peer public.call_peers;
  call_has_ended boolean;
begin
  select * into peer from public.call_peers where call_id = p_call_id and peer_id = p_peer_id;
  if peer.user_id <> caller_id then
    perform private.raise_error('request/not-allowed');
  end if;
  -- Lock order: the meeting's row before the peer's row, as everywhere.
  select * into meeting from public.meetings where id = meeting_id;
  if private.has_ended(meeting) and meeting.ended_at is null then
    meeting := private.lock_meeting_row(meeting_id);
    if meeting.ended_at is null then
      perform private.finish_meeting(meeting_id, meeting.expires_at);
    end if;
  elsif exists (select from public.calls where id = p_call_id and private.is_overlong(calls)) then
    perform private.lock_meeting_row(meeting_id);
    perform private.end_overlong_call(meeting_id);
  elsif exists (select from private.stale_peers(p_call_id) where peer_id is distinct from p_peer_id) then
    perform private.lock_meeting_row(meeting_id);
    perform private.end_stale_peers(p_call_id, p_peer_id);
  end if;

  perform private.delete_old_broadcasts(20);
  call_has_ended := (select ended_at is not null from public.calls where id = p_call_id);
  update public.call_peers set last_seen = now()
  where call_id = p_call_id and peer_id = p_peer_id and left_at is null and not call_has_ended;
  select * into peer from public.call_peers where call_id = p_call_id and peer_id = p_peer_id;
  select * into meeting from public.meetings where id = meeting_id;

  return jsonb_build_object(
    'standing', case
      when call_has_ended then 'ended'
      when peer.left_reason in ('taken-over', 'replaced') then peer.left_reason
      when peer.peer_id is null or peer.left_at is not null then 'gone'
      else 'in'
    end,
    'seq', meeting.seq,
    'epoch', meeting.epoch,
    'waiting', case
      when private.moderation_rank(caller_id, meeting_id) > 0 or not private.is_moderated(meeting_id) then (
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

create function public.heartbeat(p_call_id uuid, p_peer_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.heartbeat(p_call_id, p_peer_id)
$$;
grant execute on function public.heartbeat(uuid, uuid) to authenticated;

-- Leaves the call and lowers the user's hand. A repeat, or a call by a peer that is gone, changes nothing: a page
-- leaves while it unloads and cannot know its state.
create function private.leave_call(p_call_id uuid, p_peer_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_id uuid := private.require_meeting_of_call(caller_id, p_call_id);
  peer public.call_peers;
begin
  perform private.lock_meeting_row(meeting_id);
  select * into peer from public.call_peers where call_id = p_call_id and peer_id = p_peer_id;
  if peer.user_id <> caller_id then
    perform private.raise_error('request/not-allowed');
  elsif peer.user_id is not null and peer.left_at is null then
    perform private.set_hand(meeting_id, caller_id, false);
    perform private.end_peer(peer, 'left', now());
  end if;
end
$$;
grant execute on function private.leave_call(uuid, uuid) to authenticated;

create function public.leave_call(p_call_id uuid, p_peer_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.leave_call(p_call_id, p_peer_id)
$$;
grant execute on function public.leave_call(uuid, uuid) to authenticated;
