-- A person lets somebody type captions of what they say. It is theirs alone to say who: those lines stand under their name.

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
