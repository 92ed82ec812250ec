-- Guests whom a meeting admitted and who never entered. Each entry reads all participants, so their number is bounded.

-- True for a guest without account who has not entered yet.
alter table public.participants add column prunable boolean not null default false;
create index participants_prunable_idx on public.participants (meeting_id, admitted_at desc) where prunable;

-- Deletes guests who have not entered, beyond the newest. People whom a moderator removed stay, or they could return.
-- Nobody is deleted in the first minute, in which a page enters. Reads by the index, also where the table is small.
-- Requires the meeting's row lock.
create function private.prune_participants(p_meeting_id uuid) returns void
language plpgsql set search_path = '' set enable_seqscan = off as $$
begin
  delete from public.participants
  where meeting_id = p_meeting_id and user_id = any (array(
    select user_id from public.participants
    where meeting_id = p_meeting_id
      and prunable
      and admission = 'admitted'
      and role = 'guest'
      and board_line_count = 0
    order by admitted_at desc
    limit 50
    offset private.limit_value('unenteredGuests')
  )) and admitted_at < clock_timestamp() - interval '1 minute';
end
$$;

-- Creates or updates a participant, and broadcasts when something changed. Requires the meeting's row lock.
create or replace function private.upsert_participant(
  p_meeting public.meetings, p_user_id uuid, p_display_name text, p_speaks text, p_reads text
) returns public.participants
language plpgsql set search_path = '' as $$
declare
  unique_name text := private.unique_display_name(p_meeting.id, p_user_id, p_display_name);
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = p_meeting.id and user_id = p_user_id;
  if private.may_return(p_meeting, participant)
    and (participant.display_name, participant.speaks, participant.reads) is not distinct from (unique_name, p_speaks, p_reads)
  then
    return participant;
  end if;
  insert into public.participants (
    meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq, admitted_at, prunable
  )
  values (
    p_meeting.id,
    p_user_id,
    (select coalesce(max(number), 0) + 1 from public.participants where meeting_id = p_meeting.id),
    private.free_colour(p_meeting.id, p_user_id),
    case when p_meeting.host = p_user_id then 'host' else 'guest' end,
    unique_name,
    p_speaks,
    p_reads,
    private.next_seq(p_meeting.id),
    clock_timestamp(),
    not private.has_account(p_user_id)
  )
  on conflict (meeting_id, user_id) do update
  set
    admission = 'admitted',
    admitted_at = clock_timestamp(),
    display_name = excluded.display_name,
    speaks = excluded.speaks,
    reads = excluded.reads,
    seq = excluded.seq
  returning * into participant;
  perform private.broadcast_participant_changed(participant);
  if participant.prunable then
    perform private.prune_participants(p_meeting.id);
  end if;
  return participant;
end
$$;

-- Adds a live peer with the next join number. A host or an admin replaces a guest in a full call. The call moves to
-- another topic in a meeting that keeps nothing, and if participants read only while present: Realtime can replay a
-- topic's last broadcasts to a newcomer. Requires the meeting's row lock.
create or replace function private.join_peer(p_call public.calls, p_user_id uuid, p_peer_id uuid) returns public.call_peers
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
  update public.participants set prunable = false
  where meeting_id = p_call.meeting_id and user_id = p_user_id and prunable;
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
