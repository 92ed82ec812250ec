-- Functions that enter a call.

-- Returns the meeting's open call, or starts one. A call ends after a day. One that was empty for too long ended when the
-- last peer left.
-- If nobody enters again, the job `sweep` writes that end. A new call starts without mutes and raised hands; nobody is
-- there to be notified. Requires the meeting's row lock.
create function private.find_or_start_call(p_meeting_id uuid) returns public.calls
language plpgsql set search_path = '' as $$
declare
  call public.calls;
  emptied_at timestamptz;
begin
  perform private.end_overlong_call(p_meeting_id);
  select * into call from public.calls where meeting_id = p_meeting_id and ended_at is null;
  if found then
    perform private.end_stale_peers(call.id, null);
    select case when bool_and(left_at is not null) then max(left_at) end into emptied_at
    from public.call_peers where call_id = call.id;
    if emptied_at is null or emptied_at > now() - private.limit_interval('emptyCallTtlMs') then
      return call;
    end if;
    update public.calls set ended_at = greatest(emptied_at, started_at) where id = call.id;
  end if;
  insert into public.calls (meeting_id) values (p_meeting_id) returning * into call;
  update public.participants set muted = false, hand = null
  where meeting_id = p_meeting_id and (muted or hand is not null);
  return call;
end
$$;

-- Returns the last peer of the user in the call.
create function private.last_peer(p_call_id uuid, p_user_id uuid) returns public.call_peers
language plpgsql stable set search_path = '' as $$
declare
  peer public.call_peers;
begin
  select * into peer from public.call_peers
  where call_id = p_call_id and user_id = p_user_id
  order by join_number desc
  limit 1;
  return peer;
end
$$;

-- Returns whether the stay that ended with this peer continues: its tab stopped responding, and the user is back before
-- the call would end. If participants read only while present, it does not: others saw that the user was gone.
create function private.is_interrupted(p_peer public.call_peers) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    p_peer.left_reason = 'gone'
      and p_peer.left_at > now() - private.limit_interval('emptyCallTtlMs')
      and not exists (
        select from public.calls
        join public.meetings on meetings.id = calls.meeting_id
        where calls.id = p_peer.call_id and meetings.reading = 'present'
      ),
    false
  );
end
$$;

-- Returns the `seq` from which the user is present.
create function private.start_of_stay(p_call public.calls, p_user_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    case
      when private.is_interrupted(private.last_peer(p_call.id, p_user_id)) then (
        select upper(stays) from public.attendance where call_id = p_call.id and user_id = p_user_id
      )
    end,
    (select seq + 1 from public.meetings where id = p_call.meeting_id)
  );
end
$$;

-- Returns whether the call has no place for the user.
create function private.is_full(p_call_id uuid, p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) >= private.limit_value('meshParticipants')
    from public.call_peers
    where call_id = p_call_id and left_at is null and user_id is distinct from p_user_id
  );
end
$$;

-- Returns the peer that makes place for a host or an admin in a full call: the guest who came last, else a co-host or
-- host of a lower rank. Null if there is a place, or if the user has to wait for a place.
create function private.peer_to_replace(p_call_id uuid, p_meeting_id uuid, p_user_id uuid) returns public.call_peers
language plpgsql stable set search_path = '' as $$
declare
  rank int := private.moderation_rank(p_user_id, p_meeting_id);
  peer public.call_peers;
begin
  if rank >= 2 and private.is_full(p_call_id, p_user_id) then
    select * into peer
    from public.call_peers
    where call_id = p_call_id and left_at is null and private.moderation_rank(user_id, p_meeting_id) < rank
    order by private.moderation_rank(user_id, p_meeting_id), join_number desc
    limit 1;
  end if;
  return peer;
end
$$;

-- Adds a live peer with the next join number. A host or an admin replaces a guest in a full call. The call moves to
-- another topic in a meeting that keeps nothing, and if participants read only while present: Realtime can replay a
-- topic's last broadcasts to a newcomer. Requires the meeting's row lock.
create function private.join_peer(p_call public.calls, p_user_id uuid, p_peer_id uuid) returns public.call_peers
language plpgsql set search_path = '' as $$
declare
  previous_peer public.call_peers;
  replaced_peer public.call_peers;
  new_peer public.call_peers;
  moves_on boolean := (
    select keep = 'nothing' or reading = 'present' from public.meetings where id = p_call.meeting_id
  );
  stay int8multirange;
  is_continued boolean;
begin
  select * into previous_peer from public.call_peers
  where call_id = p_call.id and user_id = p_user_id and left_at is null;
  is_continued := found or private.is_interrupted(private.last_peer(p_call.id, p_user_id));
  if found then
    perform private.end_peer(previous_peer, 'taken-over', now());
  end if;
  if private.is_full(p_call.id, p_user_id) then
    replaced_peer := private.peer_to_replace(p_call.id, p_call.meeting_id, p_user_id);
    if replaced_peer.peer_id is null then
      perform private.raise_error('meeting/full');
    end if;
    perform private.end_peer(replaced_peer, 'replaced', now());
  end if;

  stay := int8multirange(int8range(private.start_of_stay(p_call, p_user_id), null));
  insert into public.call_peers (call_id, peer_id, user_id, join_number)
  values (
    p_call.id,
    p_peer_id,
    p_user_id,
    (select coalesce(max(join_number), 0) + 1 from public.call_peers where call_id = p_call.id)
  )
  on conflict (call_id, peer_id) do update
  set join_number = excluded.join_number, last_seen = excluded.last_seen, left_at = null, left_reason = null
  returning * into new_peer;
  insert into public.attendance as existing (call_id, user_id, stays) values (p_call.id, p_user_id, stay)
  on conflict (call_id, user_id) do update
  set
    left_at = null,
    present_since = case when is_continued then existing.present_since else now() end,
    stays = existing.stays + excluded.stays;
  perform private.broadcast_to_meeting(
    p_call.meeting_id,
    private.next_seq(p_call.meeting_id),
    'peer_joined',
    jsonb_build_object(
      'peer', private.peer_json(new_peer),
      'epoch', (select epoch + moves_on::int from public.meetings where id = p_call.meeting_id)
    )
  );
  if moves_on then
    perform private.advance_epoch(p_call.meeting_id);
  end if;
  return new_peer;
end
$$;

create function private.enter_call(p_meeting_id uuid, p_peer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings;
  call public.calls;
  peer public.call_peers;
begin
  if p_meeting_id is null or p_peer_id is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'callEntriesPerMinute');
  meeting := private.lock_meeting_row(p_meeting_id);
  perform private.require_admitted(caller_id, p_meeting_id);
  perform private.require_entry(private.entry_status(meeting, caller_id));
  call := private.find_or_start_call(p_meeting_id);

  select * into peer from public.call_peers where call_id = call.id and peer_id = p_peer_id;
  if peer.user_id <> caller_id then
    perform private.raise_error('request/not-allowed');
  elsif peer.user_id is not null and peer.left_at is null then
    update public.call_peers set last_seen = now() where call_id = call.id and peer_id = p_peer_id;
  else
    perform private.ensure_unique_name(p_meeting_id, caller_id);
    peer := private.join_peer(call, caller_id, p_peer_id);
  end if;

  select * into meeting from public.meetings where id = p_meeting_id;
  return jsonb_build_object(
    'meeting',
    private.meeting_json(meeting) || jsonb_build_object('seq', meeting.seq, 'epoch', meeting.epoch),
    'call', jsonb_build_object('id', call.id, 'started_at', call.started_at),
    'me', private.peer_json(peer),
    'workspace_role', (
      select role from public.workspace_members
      where workspace_id = meeting.workspace_id and user_id = caller_id and private.has_account(caller_id)
    ),
    'participants', private.participants_json(p_meeting_id, 0),
    'peers', private.live_peers_json(call.id),
    'now', now()
  );
end
$$;
grant execute on function private.enter_call(uuid, uuid) to authenticated;

create function public.enter_call(p_meeting_id uuid, p_peer_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.enter_call(p_meeting_id, p_peer_id)
$$;
grant execute on function public.enter_call(uuid, uuid) to authenticated;
