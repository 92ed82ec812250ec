-- People before a closed door do not come back, also those who wait.

-- Removes a participant in one transaction. The last event on the old topic contains the next epoch; no later event
-- is sent there. An open meeting changes to `knock`, because the user could return as another guest. For the same
-- reason, others who are not inside have to knock again, unless they belong to the meeting. The user also stops captioning
-- for others, and no longer waits: a knock that stays would be admitted with the next ones.
create or replace function private.remove_participant(p_meeting_id uuid, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings := private.lock_as_moderator(caller_id, p_meeting_id, 1);
  peer public.call_peers;
begin
  if exists (
    select from public.participants
    where meeting_id = p_meeting_id and user_id = p_user_id and admission = 'removed'
  ) then
    return;
  end if;
  perform private.moderation_target(caller_id, p_meeting_id, p_user_id);
  for peer in
    select call_peers.*
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where calls.meeting_id = p_meeting_id and call_peers.user_id = p_user_id and call_peers.left_at is null
  loop
    perform private.end_peer(peer, 'removed', now());
  end loop;
  perform private.clear_captioner(p_meeting_id, p_user_id);
  perform private.delete_knock(p_meeting_id, p_user_id);
  update public.participants
  set
    admission = 'removed',
    role = case role when 'host' then 'host' else 'guest' end,
    muted = false,
    hand = null,
    captioner = null,
    seq = private.next_seq(p_meeting_id)
  where meeting_id = p_meeting_id and user_id = p_user_id;
  perform private.broadcast_to_meeting(
    p_meeting_id,
    seq,
    'participant_removed',
    jsonb_build_object('user_id', p_user_id, 'epoch', epoch + 1)
  ) from public.meetings where id = p_meeting_id;

  update public.meetings
  set epoch = epoch + 1, access = case access when 'open' then 'knock' else access end, door_closed_at = clock_timestamp()
  where id = p_meeting_id;
  update public.participants set admitted_at = clock_timestamp()
  where meeting_id = p_meeting_id and user_id in (
    select call_peers.user_id
    from public.calls
    join public.call_peers on call_peers.call_id = calls.id and call_peers.left_at is null
    where calls.meeting_id = p_meeting_id and calls.ended_at is null
  );
  if meeting.access = 'open' then
    perform private.broadcast_meeting_changed(p_meeting_id);
  end if;
end
$$;

-- Admits the waiting users of the list, or all of them without a list, in the order of knocking. Returns how many. People who
-- were removed stay outside: only `admit` brings them back, each on purpose. Requires the meeting's row lock.
create or replace function private.admit_waiting(p_meeting public.meetings, p_user_ids uuid[] default null) returns int
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
  admitted_count int := 0;
begin
  for knock in
    select * from public.knocks
    where meeting_id = p_meeting.id
      and private.is_waiting(knocks)
      and (p_user_ids is null or user_id = any (p_user_ids))
      and not exists (
        select from public.participants
        where participants.meeting_id = knocks.meeting_id
          and participants.user_id = knocks.user_id
          and participants.admission = 'removed'
      )
    order by knocked_at, user_id
  loop
    perform private.admit_knock(p_meeting, knock);
    admitted_count := admitted_count + 1;
  end loop;
  if admitted_count > 0 then
    perform private.broadcast_waiting_changed(p_meeting.id);
  end if;
  return admitted_count;
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
  insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq, admitted_at)
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
    clock_timestamp()
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
  return participant;
end
$$;
