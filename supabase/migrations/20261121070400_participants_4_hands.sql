-- Hands go up and down in the meeting's order.
-- Captioners too: a person lets somebody type captions of what they say. It is theirs alone to say who: those lines
-- stand under their name.

-- The caller holds the meeting's lock.
create function private.set_hand(in_meeting uuid, person uuid, up boolean) returns public.participants
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  place bigint;
begin
  select * into participant from public.participants where meeting_id = in_meeting and user_id = person;
  if (participant.hand is not null) <> up then
    place := private.next_seq(in_meeting);
    update public.participants set hand = case when up then place end, seq = place
    where meeting_id = in_meeting and user_id = person
    returning * into participant;
    perform private.tell_participant(participant);
  end if;
  return participant;
end
$$;

create function private.raise_hand(in_meeting uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting public.meetings;
begin
  perform private.require_admitted(me, in_meeting);
  perform private.take_turn(me, 'handsPerMinute');
  meeting := private.lock_meeting(in_meeting);
  perform private.require_admitted(me, in_meeting);
  if private.is_over(meeting) then
    perform private.fail('meeting/ended');
  elsif not private.is_inside(me, in_meeting) then
    perform private.fail('meeting/not-entered');
  end if;
  return jsonb_build_object(
    'participant', private.participant_shape(private.set_hand(in_meeting, me, true))
  );
end
$$;
grant execute on function private.raise_hand(uuid) to authenticated;

create function public.raise_hand(meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.raise_hand(meeting_id)
$$;
grant execute on function public.raise_hand(uuid) to authenticated;

-- One's own, or, for who leads, another's.
create function private.lower_hand(in_meeting uuid, person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  if coalesce(person, me) = me then
    perform private.require_admitted(me, in_meeting);
    perform private.lock_meeting(in_meeting);
  else
    perform private.lead(me, in_meeting, 1);
    if not exists (
      select from public.participants where meeting_id = in_meeting and user_id = person and admission = 'admitted'
    ) then
      perform private.fail('request/not-found');
    end if;
  end if;
  return jsonb_build_object(
    'participant', private.participant_shape(private.set_hand(in_meeting, coalesce(person, me), false))
  );
end
$$;
grant execute on function private.lower_hand(uuid, uuid) to authenticated;

create function public.lower_hand(meeting_id uuid, user_id uuid default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.lower_hand(meeting_id, user_id)
$$;
grant execute on function public.lower_hand(uuid, uuid) to authenticated;

create function private.set_captioner(in_meeting uuid, person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting public.meetings;
  participant public.participants;
begin
  perform private.require_admitted(me, in_meeting);
  perform private.take_turn(me, 'captionersPerMinute');
  meeting := private.lock_meeting(in_meeting);
  perform private.require_admitted(me, in_meeting);
  if private.is_over(meeting) then
    perform private.fail('meeting/ended');
  elsif person = me then
    perform private.fail('request/invalid');
  elsif person is not null and not private.takes_part(person, in_meeting) then
    perform private.fail('request/not-found');
  end if;
  select * into participant from public.participants where meeting_id = in_meeting and user_id = me;
  if participant.captioner is distinct from person then
    update public.participants set captioner = person, seq = private.next_seq(in_meeting)
    where meeting_id = in_meeting and user_id = me
    returning * into participant;
    perform private.tell_participant(participant);
  end if;
  return jsonb_build_object('participant', private.participant_shape(participant));
end
$$;
grant execute on function private.set_captioner(uuid, uuid) to authenticated;

create function public.set_captioner(meeting_id uuid, user_id uuid default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_captioner(meeting_id, user_id)
$$;
grant execute on function public.set_captioner(uuid, uuid) to authenticated;
