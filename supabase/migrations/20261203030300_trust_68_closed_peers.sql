-- Ends the peers of people to whom a meeting was closed with the next heartbeat of anybody else in the call, for whatever reason it was
-- closed. Until now only the end of a membership ended peers, ten at most, whose meetings a client could choose by their ids.

-- As before, and the peers of people to whom the meeting is closed.
create or replace function private.stale_peers(p_call_id uuid) returns setof public.call_peers
language plpgsql stable set search_path = '' as $$
declare
  meeting public.meetings;
begin
  select meetings.* into meeting
  from public.calls join public.meetings on meetings.id = calls.meeting_id
  where calls.id = p_call_id;
  return query
  select * from public.call_peers
  where call_id = p_call_id
    and left_at is null
    and (
      last_seen < now() - private.limit_interval('peerTimeoutMs')
      or meeting.access = 'members' and private.is_closed_to(user_id, meeting)
    );
end
$$;

-- As before, but first the peers with company. Nobody listens to a person who is alone.
create or replace function private.end_peers_of_former_member(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
begin
  for peer in
    select call_peers.*
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    join public.meetings on meetings.id = calls.meeting_id
    where call_peers.user_id = p_user_id
      and call_peers.left_at is null
      and meetings.workspace_id = p_workspace_id
      and meetings.access = 'members'
    order by
      exists (
        select from public.call_peers as others
        where others.call_id = call_peers.call_id and others.left_at is null and others.user_id <> p_user_id
      ) desc,
      meetings.id
    limit 10
  loop
    perform private.lock_meeting_row((select meeting_id from public.calls where id = peer.call_id));
    select * into peer from public.call_peers where call_id = peer.call_id and peer_id = peer.peer_id;
    if peer.left_at is null then
      perform private.end_peer(peer, 'left', now());
    end if;
  end loop;
end
$$;
