-- The peers of a call.

-- Whether a tab of this person is in the meeting's open call.
create function private.is_inside(person uuid, in_meeting uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select
    from public.calls
    join public.call_peers on call_peers.call_id = calls.id
    where calls.meeting_id = in_meeting
      and calls.ended_at is null
      and call_peers.user_id = person
      and call_peers.left_at is null
  );
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

create function private.peer_shape(peer public.call_peers) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('peer_id', peer.peer_id, 'user_id', peer.user_id, 'join_number', peer.join_number);
end
$$;

create function private.live_peer_shapes(in_call uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.peer_shape(call_peers) order by join_number), '[]')
    from public.call_peers
    where call_id = in_call and left_at is null
  );
end
$$;

create function private.stale_peers(in_call uuid) returns setof public.call_peers
language plpgsql stable set search_path = '' as $$
begin
  return query
  select * from public.call_peers
  where call_id = in_call and left_at is null and last_seen < now() - private.span('peerGone');
end
$$;

-- The caller holds the meeting's lock.
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
-- The caller holds the meeting's lock.
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
