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

-- Once newcomers walk in, who waits does too. The caller holds the meeting's lock.
create function private.let_waiting_in(meeting public.meetings) returns void
language plpgsql set search_path = '' as $$
begin
  if meeting.access = 'open' and not meeting.locked then
    perform private.admit_waiting(meeting);
  end if;
end
$$;

-- Locked: nobody new comes in, nor waits. Who was admitted before comes back; who waits already may be let in. Unlocking
-- an open meeting lets them in.
create function private.lock(which uuid, be_locked boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  meeting public.meetings := private.lead(private.caller(), which, 1);
  shape jsonb;
begin
  if be_locked is null then
    perform private.fail('request/invalid');
  elsif meeting.locked = be_locked then
    return private.meeting_shape(meeting);
  end if;
  update public.meetings set locked = be_locked where id = which returning * into meeting;
  shape := private.tell_meeting(which);
  perform private.let_waiting_in(meeting);
  return shape;
end
$$;
grant execute on function private.lock(uuid, boolean) to authenticated;

create function public.lock(meeting_id uuid, locked boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.lock(meeting_id, locked)
$$;
grant execute on function public.lock(uuid, boolean) to authenticated;

-- What is null stays; an empty title is none. `keep` counts from now on: what was stored before stays as long as others'.
-- Opening the meeting lets in who waits; one of members turns others away from the door.
create function private.update_meeting(which uuid, raw_title text, new_access text, new_keep text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  before public.meetings := private.lead(private.caller(), which, 2);
  after public.meetings := before;
  shape jsonb;
begin
  after.title := case
    when raw_title is null then before.title
    else nullif(private.clean_name(raw_title), '')
  end;
  if char_length(after.title) > private.bound('title.max') then
    perform private.fail('title/too-long');
  end if;
  after.access := coalesce(new_access, before.access);
  after.keep := coalesce(new_keep, before.keep);
  perform private.require_manner(after.access, after.keep, before.workspace_id);
  if after is not distinct from before then
    return private.meeting_shape(before);
  end if;
  update public.meetings set title = after.title, access = after.access, keep = after.keep where id = which;
  shape := private.tell_meeting(which);
  perform private.let_waiting_in(after);
  if after.access = 'members' and before.access <> 'members' then
    perform private.turn_away(after);
  end if;
  return shape;
end
$$;
grant execute on function private.update_meeting(uuid, text, text, text) to authenticated;

create function public.update_meeting(
  meeting_id uuid, title text default null, access text default null, keep text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.update_meeting(meeting_id, title, access, keep)
$$;
grant execute on function public.update_meeting(uuid, text, text, text) to authenticated;

-- A new code; the old one is unknown at once.
create function private.rotate_code(of_meeting uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lead(private.caller(), of_meeting, 1);
  update public.meetings set code = private.new_code() where id = of_meeting;
  return private.tell_meeting(of_meeting);
end
$$;
grant execute on function private.rotate_code(uuid) to authenticated;

create function public.rotate_code(meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.rotate_code(meeting_id)
$$;
grant execute on function public.rotate_code(uuid) to authenticated;
