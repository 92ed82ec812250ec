-- Functions for moderators: they read the waiting participants, admit and deny.

create function private.waiting_participants(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if coalesce(private.moderation_rank(caller_id, p_meeting_id), 0) = 0 then
    perform private.require_admitted(caller_id, p_meeting_id);
    perform private.raise_error('role/moderator-needed');
  end if;
  return jsonb_build_object(
    'waiting', (
      select coalesce(jsonb_agg(private.waiting_participant_json(knocks) order by knocked_at, user_id), '[]')
      from public.knocks
      where meeting_id = p_meeting_id and private.is_waiting(knocks)
    )
  );
end
$$;
grant execute on function private.waiting_participants(uuid) to authenticated;

create function public.waiting_participants(p_meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.waiting_participants(p_meeting_id)
$$;
grant execute on function public.waiting_participants(uuid) to authenticated;

-- Requires the meeting's row lock. The caller notifies the moderators.
create function private.admit_knock(p_meeting public.meetings, p_knock public.knocks) returns public.participants
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
begin
  if p_meeting.access = 'members'
    and not private.has_workspace_role(p_knock.user_id, p_meeting.workspace_id, 'member')
  then
    perform private.raise_error('meeting/members-only');
  end if;
  participant := private.upsert_participant(
    p_meeting, p_knock.user_id, p_knock.display_name, p_knock.speaks, p_knock.reads
  );
  delete from public.knocks where meeting_id = p_meeting.id and user_id = p_knock.user_id;
  perform private.broadcast_to_knock(p_meeting.id, p_knock.user_id, 'admitted');
  return participant;
end
$$;

-- Admits one user: waiting, recently denied, or removed by mistake. An admitted user stays admitted, because two
-- moderators may click at the same time.
create function private.admit(p_meeting_id uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings := private.lock_as_moderator(caller_id, p_meeting_id, 1);
  knock public.knocks;
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = p_meeting_id and user_id = p_user_id;
  select * into knock from public.knocks where meeting_id = p_meeting_id and user_id = p_user_id;
  if knock.user_id is not null and (knock.denied_at is not null or private.is_waiting(knock)) then
    participant := private.admit_knock(meeting, knock);
    perform private.broadcast_waiting_changed(p_meeting_id);
  elsif participant.admission = 'removed' then
    participant := private.upsert_participant(
      meeting, p_user_id, participant.display_name, participant.speaks, participant.reads
    );
  elsif participant.user_id is null then
    perform private.raise_error('knock/not-found');
  end if;
  return jsonb_build_object('participant', private.participant_json(participant));
end
$$;
grant execute on function private.admit(uuid, uuid) to authenticated;

create function public.admit(p_meeting_id uuid, p_user_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.admit(p_meeting_id, p_user_id)
$$;
grant execute on function public.admit(uuid, uuid) to authenticated;

-- Admits the waiting users of the list, or all of them without a list, in the order of knocking. Returns how many.
-- Requires the meeting's row lock.
create function private.admit_waiting(p_meeting public.meetings, p_user_ids uuid[] default null) returns int
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

-- Admits the users that the caller saw waiting, so that nobody is admitted unseen. Users who no longer wait are
-- skipped.
create function private.admit_all(p_meeting_id uuid, p_user_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  meeting public.meetings := private.lock_as_moderator(private.require_user_id(), p_meeting_id, 1);
begin
  if p_user_ids is null or cardinality(p_user_ids) > private.limit_value('waitingParticipants') then
    perform private.raise_error('request/invalid');
  end if;
  return jsonb_build_object('admitted', private.admit_waiting(meeting, p_user_ids));
end
$$;
grant execute on function private.admit_all(uuid, uuid[]) to authenticated;

create function public.admit_all(p_meeting_id uuid, p_user_ids uuid[]) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.admit_all(p_meeting_id, p_user_ids)
$$;
grant execute on function public.admit_all(uuid, uuid[]) to authenticated;

-- Denies a knock. A repeat changes nothing: neither the retry time nor what was broadcast.
create function private.deny(p_meeting_id uuid, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  knock public.knocks;
begin
  perform private.lock_as_moderator(caller_id, p_meeting_id, 1);
  select * into knock from public.knocks where meeting_id = p_meeting_id and user_id = p_user_id;
  if knock.denied_at is not null then
    return;
  elsif knock.user_id is null or not private.is_waiting(knock) then
    perform private.raise_error('knock/not-found');
  end if;
  update public.knocks set denied_at = now() where meeting_id = p_meeting_id and user_id = p_user_id
  returning * into knock;
  perform private.broadcast_to_knock(
    p_meeting_id,
    p_user_id,
    'denied',
    jsonb_build_object('again_at', knock.denied_at + private.limit_interval('deniedKnockDelayMs'))
  );
  perform private.broadcast_waiting_changed(p_meeting_id);
end
$$;
grant execute on function private.deny(uuid, uuid) to authenticated;

create function public.deny(p_meeting_id uuid, p_user_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.deny(p_meeting_id, p_user_id)
$$;
grant execute on function public.deny(uuid, uuid) to authenticated;

-- Rejects waiting users who are not members, when the meeting becomes members-only. Denied knocks stay denied, in
-- case the meeting opens again. Requires the meeting's row lock.
create function private.reject_waiting_non_members(p_meeting public.meetings) returns void
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
  any_rejected boolean := false;
begin
  for knock in
    select * from public.knocks where meeting_id = p_meeting.id order by knocked_at, user_id
  loop
    if private.has_workspace_role(knock.user_id, p_meeting.workspace_id, 'member') then
      continue;
    end if;
    if knock.denied_at is null then
      delete from public.knocks where meeting_id = p_meeting.id and user_id = knock.user_id;
      any_rejected := true;
    end if;
    perform private.broadcast_to_knock(p_meeting.id, knock.user_id, 'members_only');
  end loop;
  if any_rejected then
    perform private.broadcast_waiting_changed(p_meeting.id);
  end if;
end
$$;
