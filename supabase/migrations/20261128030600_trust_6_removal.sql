-- A removed person cannot return as a guest who was admitted in advance, while the meeting was open to everybody.

-- A participant who must knock keeps what they may read. A moderator's admission ends it.
alter table public.participants add column must_knock boolean not null default false;

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
    when participant.admission = 'admitted' and not participant.must_knock then 'open'
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
  set epoch = epoch + 1, access = case access when 'open' then 'knock' else access end
  where id = p_meeting_id;
  update public.participants set must_knock = true
  where meeting_id = p_meeting_id
    and admission = 'admitted'
    and not must_knock
    and not private.is_in_call(user_id, p_meeting_id)
    and not private.belongs_to_meeting(user_id, p_meeting_id);
  if meeting.access = 'open' then
    perform private.broadcast_meeting_changed(p_meeting_id);
  end if;
end
$$;
