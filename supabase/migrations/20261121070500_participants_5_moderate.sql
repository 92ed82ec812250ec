-- Moderation is rows: whoever reads them obeys.

-- The one acted upon: somebody who takes part and whose rank is lower. The caller holds the meeting's lock.
create function private.subject(leader uuid, in_meeting uuid, person uuid) returns public.participants
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
begin
  select * into participant from public.participants
  where meeting_id = in_meeting and user_id = person and admission = 'admitted';
  if not found then
    perform private.fail('request/not-found');
  elsif private.rank(person, in_meeting) >= private.rank(leader, in_meeting) then
    perform private.fail('request/not-allowed');
  end if;
  return participant;
end
$$;

create function private.set_role(in_meeting uuid, person uuid, new_role text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  participant public.participants;
begin
  perform private.lead(me, in_meeting, 2);
  if new_role is null or new_role not in ('co-host', 'guest') then
    perform private.fail('request/invalid');
  end if;
  participant := private.subject(me, in_meeting, person);
  if participant.role = 'host' then
    perform private.fail('request/not-allowed');
  elsif participant.role <> new_role then
    update public.participants set role = new_role, seq = private.next_seq(in_meeting)
    where meeting_id = in_meeting and user_id = person
    returning * into participant;
    perform private.tell_participant(participant);
  end if;
  return jsonb_build_object('participant', private.participant_shape(participant));
end
$$;
grant execute on function private.set_role(uuid, uuid, text) to authenticated;

create function public.set_role(meeting_id uuid, user_id uuid, role text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_role(meeting_id, user_id, role)
$$;
grant execute on function public.set_role(uuid, uuid, text) to authenticated;

-- Nobody hears the muted until somebody who leads lets them speak again: it is not theirs to undo.
create function private.mute(in_meeting uuid, person uuid, be_muted boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  participant public.participants;
begin
  perform private.lead(me, in_meeting, 1);
  if be_muted is null then
    perform private.fail('request/invalid');
  end if;
  participant := private.subject(me, in_meeting, person);
  if participant.muted <> be_muted then
    update public.participants set muted = be_muted, seq = private.next_seq(in_meeting)
    where meeting_id = in_meeting and user_id = person
    returning * into participant;
    perform private.tell_participant(participant);
  end if;
  return jsonb_build_object('participant', private.participant_shape(participant));
end
$$;
grant execute on function private.mute(uuid, uuid, boolean) to authenticated;

create function public.mute(meeting_id uuid, user_id uuid, muted boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.mute(meeting_id, user_id, muted)
$$;
grant execute on function public.mute(uuid, uuid, boolean) to authenticated;

-- Nobody is captioned by this person any more. The caller holds the meeting's lock.
create function private.end_captioner(in_meeting uuid, person uuid) returns void
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  captioned uuid;
begin
  for captioned in
    select user_id from public.participants where meeting_id = in_meeting and captioner = person order by number
  loop
    update public.participants set captioner = null, seq = private.next_seq(in_meeting)
    where meeting_id = in_meeting and user_id = captioned
    returning * into participant;
    perform private.tell_participant(participant);
  end loop;
end
$$;

-- Puts somebody out, in one transaction: the last word on the topic that they hear names the next epoch, and from then on
-- nothing is sent there. An open meeting turns to `knock`: they would return as another guest. They type captions for
-- nobody any more.
create function private.remove(from_meeting uuid, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting public.meetings := private.lead(me, from_meeting, 1);
  peer public.call_peers;
begin
  if exists (
    select from public.participants
    where meeting_id = from_meeting and user_id = person and admission = 'removed'
  ) then
    return;
  end if;
  perform private.subject(me, from_meeting, person);
  for peer in
    select call_peers.*
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where calls.meeting_id = from_meeting and call_peers.user_id = person and call_peers.left_at is null
  loop
    perform private.end_peer(peer, 'removed', now());
  end loop;
  perform private.end_captioner(from_meeting, person);
  update public.participants
  set
    admission = 'removed',
    role = case role when 'host' then 'host' else 'guest' end,
    muted = false,
    hand = null,
    captioner = null,
    seq = private.next_seq(from_meeting)
  where meeting_id = from_meeting and user_id = person;
  perform private.announce(
    from_meeting,
    seq,
    'participant_removed',
    jsonb_build_object('user_id', person, 'epoch', epoch + 1)
  ) from public.meetings where id = from_meeting;

  update public.meetings
  set epoch = epoch + 1, access = case access when 'open' then 'knock' else access end
  where id = from_meeting;
  if meeting.access = 'open' then
    perform private.tell_meeting(from_meeting);
  end if;
end
$$;
grant execute on function private.remove(uuid, uuid) to authenticated;

create function public.remove(meeting_id uuid, user_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.remove(meeting_id, user_id)
$$;
grant execute on function public.remove(uuid, uuid) to authenticated;
