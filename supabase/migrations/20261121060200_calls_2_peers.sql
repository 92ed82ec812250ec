-- Peers of a call.

-- Returns whether a tab of the user is in the meeting's open call.
create function private.is_in_call(p_user_id uuid, p_meeting_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select
    from public.calls
    join public.call_peers on call_peers.call_id = calls.id
    where calls.meeting_id = p_meeting_id
      and calls.ended_at is null
      and call_peers.user_id = p_user_id
      and call_peers.left_at is null
  );
end
$$;

-- Returns the meeting of a call for an admitted user. An unknown call gets the same error as one that the user has
-- not entered.
create function private.require_meeting_of_call(p_user_id uuid, p_call_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  meeting_id uuid := (select meeting_id from public.calls where id = p_call_id);
begin
  perform private.require_admitted(p_user_id, meeting_id);
  return meeting_id;
end
$$;

create function private.peer_json(p_peer public.call_peers) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('peer_id', p_peer.peer_id, 'user_id', p_peer.user_id, 'join_number', p_peer.join_number);
end
$$;

create function private.live_peers_json(p_call_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.peer_json(call_peers) order by join_number), '[]')
    from public.call_peers
    where call_id = p_call_id and left_at is null
  );
end
$$;

create function private.stale_peers(p_call_id uuid) returns setof public.call_peers
language plpgsql stable set search_path = '' as $$
begin
  return query
  select * from public.call_peers
  where call_id = p_call_id and left_at is null and last_seen < now() - private.limit_interval('peerTimeoutMs');
end
$$;

-- Returns the stays without what was written after a user left. Someone else may notice later that a tab is gone.
create function private.close_stays(p_stays int8multirange, p_call_id uuid, p_left_at timestamptz)
returns int8multirange
language plpgsql stable set search_path = '' as $$
begin
  return p_stays * int8multirange(
    int8range(
      null,
      coalesce(
        (select seq from public.lines where call_id = p_call_id and created_at <= p_left_at order by seq desc limit 1),
        0
      ),
      '(]'
    )
  );
end
$$;

-- Ends a peer. The event contains the epoch that the call goes on with: a person who left stays on the old topic and
-- receives nothing more. A takeover keeps the topic, and a removal advances the epoch itself. Requires the meeting's row
-- lock.
create function private.end_peer(p_peer public.call_peers, p_reason text, p_left_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  meeting_id uuid := (select meeting_id from public.calls where id = p_peer.call_id);
  moves_on boolean := p_reason in ('left', 'gone', 'replaced');
begin
  update public.call_peers set left_at = p_left_at, left_reason = p_reason
  where call_id = p_peer.call_id and peer_id = p_peer.peer_id;
  update public.attendance
  set left_at = p_left_at, stays = private.close_stays(stays, call_id, p_left_at)
  where call_id = p_peer.call_id and user_id = p_peer.user_id;
  perform private.broadcast_to_meeting(
    meeting_id,
    private.next_seq(meeting_id),
    'peer_left',
    jsonb_build_object(
      'peer_id', p_peer.peer_id,
      'user_id', p_peer.user_id,
      'reason', p_reason,
      'epoch', (select epoch + moves_on::int from public.meetings where id = meeting_id)
    )
  );
  if moves_on then
    perform private.advance_epoch(meeting_id);
  end if;
end
$$;

-- Ends peers without a heartbeat at the time when they were last seen. `p_spared_peer_id` is the peer of the current
-- request. Requires the meeting's row lock.
create function private.end_stale_peers(p_call_id uuid, p_spared_peer_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
begin
  for peer in select * from private.stale_peers(p_call_id) where peer_id is distinct from p_spared_peer_id loop
    perform private.end_peer(peer, 'gone', peer.last_seen);
  end loop;
end
$$;

-- Returns whether the call has lasted for the longest time, and its end is not written yet.
create function private.is_overlong(p_call public.calls) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_call.ended_at is null and p_call.started_at < now() - private.limit_interval('callMaxMs');
end
$$;

-- Ends the meeting's open call if it is overlong: its lines are kept from its end, so nobody may prolong it. Its people
-- learn that their tab is gone, and enter a new call. Requires the meeting's row lock.
create function private.end_overlong_call(p_meeting_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  call public.calls;
  peer public.call_peers;
begin
  select * into call from public.calls where meeting_id = p_meeting_id and ended_at is null;
  if private.is_overlong(call) is not true then
    return;
  end if;
  perform private.end_stale_peers(call.id, null);
  for peer in select * from public.call_peers where call_id = call.id and left_at is null order by join_number loop
    perform private.end_peer(peer, 'gone', now());
  end loop;
  update public.calls
  set ended_at = greatest(started_at, (select max(left_at) from public.call_peers where call_id = call.id))
  where id = call.id;
end
$$;
