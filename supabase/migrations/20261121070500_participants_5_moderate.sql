-- Functions that moderate participants. Moderation is stored in rows, which every client obeys.

-- Returns the admitted participant to act upon, whose rank must be lower. Requires the meeting's row lock.
create function private.moderation_target(
  p_moderator_id uuid, p_meeting_id uuid, p_user_id uuid
) returns public.participants
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
begin
  select * into participant from public.participants
  where meeting_id = p_meeting_id and user_id = p_user_id and admission = 'admitted';
  if not found then
    perform private.raise_error('request/not-found');
  elsif private.moderation_rank(p_user_id, p_meeting_id) >= private.moderation_rank(p_moderator_id, p_meeting_id) then
    perform private.raise_error('request/not-allowed');
  end if;
  return participant;
end
$$;

create function private.set_role(p_meeting_id uuid, p_user_id uuid, p_role text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  participant public.participants;
begin
  perform private.lock_as_moderator(caller_id, p_meeting_id, 2);
  if p_role is null or p_role not in ('co-host', 'guest') then
    perform private.raise_error('request/invalid');
  end if;
  participant := private.moderation_target(caller_id, p_meeting_id, p_user_id);
  if participant.role = 'host' then
    perform private.raise_error('request/not-allowed');
  elsif participant.role <> p_role then
    update public.participants set role = p_role, seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = p_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end if;
  return jsonb_build_object('participant', private.participant_json(participant));
end
$$;
grant execute on function private.set_role(uuid, uuid, text) to authenticated;

create function public.set_role(p_meeting_id uuid, p_user_id uuid, p_role text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_role(p_meeting_id, p_user_id, p_role)
$$;
grant execute on function public.set_role(uuid, uuid, text) to authenticated;

-- Mutes a participant or lifts the mute. Only moderators can lift it; the participant cannot.
create function private.mute_participant(p_meeting_id uuid, p_user_id uuid, p_muted boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  participant public.participants;
begin
  perform private.lock_as_moderator(caller_id, p_meeting_id, 1);
  if p_muted is null then
    perform private.raise_error('request/invalid');
  end if;
  participant := private.moderation_target(caller_id, p_meeting_id, p_user_id);
  if participant.muted <> p_muted then
    update public.participants set muted = p_muted, seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = p_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end if;
  return jsonb_build_object('participant', private.participant_json(participant));
end
$$;
grant execute on function private.mute_participant(uuid, uuid, boolean) to authenticated;

create function public.mute_participant(p_meeting_id uuid, p_user_id uuid, p_muted boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.mute_participant(p_meeting_id, p_user_id, p_muted)
$$;
grant execute on function public.mute_participant(uuid, uuid, boolean) to authenticated;

-- Removes this user as everyone's captioner. Requires the meeting's row lock.
create function private.clear_captioner(p_meeting_id uuid, p_captioner_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  captioned_user_id uuid;
begin
  for captioned_user_id in
    select user_id from public.participants
    where meeting_id = p_meeting_id and captioner = p_captioner_id
    order by number
  loop
    update public.participants set captioner = null, seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = captioned_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end loop;
end
$$;

-- Removes a participant in one transaction. The last event on the old topic contains the next epoch; no later event
-- is sent there. An open meeting changes to `knock`, because the user could return as another guest. The user also
-- stops captioning for others.
create function private.remove_participant(p_meeting_id uuid, p_user_id uuid) returns void
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
  if meeting.access = 'open' then
    perform private.broadcast_meeting_changed(p_meeting_id);
  end if;
end
$$;
grant execute on function private.remove_participant(uuid, uuid) to authenticated;

create function public.remove_participant(p_meeting_id uuid, p_user_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.remove_participant(p_meeting_id, p_user_id)
$$;
grant execute on function public.remove_participant(uuid, uuid) to authenticated;
