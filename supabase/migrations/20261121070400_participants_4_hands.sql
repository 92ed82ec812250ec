-- Functions that raise hands and choose captioners.
--
-- Hands are ordered by `seq`. Only the participant chooses who types captions for them, because those lines have them
-- as their author.

-- Requires the meeting's row lock.
create function private.set_hand(p_meeting_id uuid, p_user_id uuid, p_raised boolean) returns public.participants
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  new_seq bigint;
begin
  select * into participant from public.participants where meeting_id = p_meeting_id and user_id = p_user_id;
  if (participant.hand is not null) <> p_raised then
    new_seq := private.next_seq(p_meeting_id);
    update public.participants set hand = case when p_raised then new_seq end, seq = new_seq
    where meeting_id = p_meeting_id and user_id = p_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end if;
  return participant;
end
$$;

create function private.raise_hand(p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings;
begin
  perform private.require_admitted(caller_id, p_meeting_id);
  perform private.check_rate_limit(caller_id, 'handsPerMinute');
  meeting := private.lock_meeting_row(p_meeting_id);
  perform private.require_admitted(caller_id, p_meeting_id);
  if private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  elsif not private.is_in_call(caller_id, p_meeting_id) then
    perform private.raise_error('meeting/not-entered');
  end if;
  return jsonb_build_object(
    'participant', private.participant_json(private.set_hand(p_meeting_id, caller_id, true))
  );
end
$$;
grant execute on function private.raise_hand(uuid) to authenticated;

create function public.raise_hand(p_meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.raise_hand(p_meeting_id)
$$;
grant execute on function public.raise_hand(uuid) to authenticated;

-- Lowers the caller's own hand or, as a moderator, another participant's.
create function private.lower_hand(p_meeting_id uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if coalesce(p_user_id, caller_id) = caller_id then
    perform private.require_admitted(caller_id, p_meeting_id);
    perform private.lock_meeting_row(p_meeting_id);
  else
    perform private.lock_as_moderator(caller_id, p_meeting_id, 1);
    if not exists (
      select from public.participants where meeting_id = p_meeting_id and user_id = p_user_id and admission = 'admitted'
    ) then
      perform private.raise_error('request/not-found');
    end if;
  end if;
  return jsonb_build_object(
    'participant', private.participant_json(private.set_hand(p_meeting_id, coalesce(p_user_id, caller_id), false))
  );
end
$$;
grant execute on function private.lower_hand(uuid, uuid) to authenticated;

create function public.lower_hand(p_meeting_id uuid, p_user_id uuid default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.lower_hand(p_meeting_id, p_user_id)
$$;
grant execute on function public.lower_hand(uuid, uuid) to authenticated;

create function private.set_captioner(p_meeting_id uuid, p_captioner_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings;
  participant public.participants;
begin
  perform private.require_admitted(caller_id, p_meeting_id);
  perform private.check_rate_limit(caller_id, 'captionerChangesPerMinute');
  meeting := private.lock_meeting_row(p_meeting_id);
  perform private.require_admitted(caller_id, p_meeting_id);
  if private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  elsif p_captioner_id = caller_id then
    perform private.raise_error('request/invalid');
  elsif p_captioner_id is not null and not private.is_participant(p_captioner_id, p_meeting_id) then
    perform private.raise_error('request/not-found');
  end if;
  select * into participant from public.participants where meeting_id = p_meeting_id and user_id = caller_id;
  if participant.captioner is distinct from p_captioner_id then
    update public.participants set captioner = p_captioner_id, seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = caller_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end if;
  return jsonb_build_object('participant', private.participant_json(participant));
end
$$;
grant execute on function private.set_captioner(uuid, uuid) to authenticated;

create function public.set_captioner(p_meeting_id uuid, p_captioner_id uuid default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_captioner(p_meeting_id, p_captioner_id)
$$;
grant execute on function public.set_captioner(uuid, uuid) to authenticated;
