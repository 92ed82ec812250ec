-- A removed person cannot return as a guest who was admitted in advance, while the meeting was open to everybody.

-- A removal closes the door: participants who were admitted before it, and are not inside, knock again. What they may read
-- stays the same.
alter table public.meetings add column door_closed_at timestamptz;
alter table public.participants add column admitted_at timestamptz not null default now();

-- Returns whether the participant was admitted since the door was last closed. False for no participant.
create function private.may_return(p_meeting public.meetings, p_participant public.participants) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    p_participant.admission = 'admitted'
      and p_participant.admitted_at >= coalesce(p_meeting.door_closed_at, p_participant.admitted_at),
    false
  );
end
$$;

-- Returns `open`, `knock`, or the reason why the user may not enter.
create or replace function private.entry_status(p_meeting public.meetings, p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = p_meeting.id and user_id = p_user_id;
  return case
    when private.has_ended(p_meeting) then 'ended'
    when participant.admission = 'removed' then 'removed'
    when private.moderation_rank(p_user_id, p_meeting.id) > 0 then 'open'
    when private.has_workspace_role(p_user_id, p_meeting.workspace_id, 'member') then
      case when p_meeting.locked and participant.admission is null then 'locked' else 'open' end
    when p_meeting.access = 'members' then 'members'
    when private.may_return(p_meeting, participant) then 'open'
    when p_meeting.locked then 'locked'
    else p_meeting.access
  end;
end
$$;

-- Removes a participant in one transaction. The last event on the old topic contains the next epoch; no later event
-- is sent there. An open meeting changes to `knock`, because the user could return as another guest. For the same
-- reason, others who are not inside have to knock again, unless they belong to the meeting. The user also stops captioning
-- for others.
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
  set epoch = epoch + 1, access = case access when 'open' then 'knock' else access end, door_closed_at = now()
  where id = p_meeting_id;
  update public.participants set admitted_at = now()
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
  insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
  values (
    p_meeting.id,
    p_user_id,
    (select coalesce(max(number), 0) + 1 from public.participants where meeting_id = p_meeting.id),
    private.free_colour(p_meeting.id, p_user_id),
    case when p_meeting.host = p_user_id then 'host' else 'guest' end,
    unique_name,
    p_speaks,
    p_reads,
    private.next_seq(p_meeting.id)
  )
  on conflict (meeting_id, user_id) do update
  set
    admission = 'admitted',
    admitted_at = now(),
    display_name = excluded.display_name,
    speaks = excluded.speaks,
    reads = excluded.reads,
    seq = excluded.seq
  returning * into participant;
  perform private.broadcast_participant_changed(participant);
  return participant;
end
$$;
