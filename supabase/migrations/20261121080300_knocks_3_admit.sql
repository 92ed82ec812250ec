-- Who leads a meeting sees who waits, lets them in or not.

create function private.lobby(of_meeting uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  if coalesce(private.rank(me, of_meeting), 0) = 0 then
    perform private.require_admitted(me, of_meeting);
    perform private.fail('role/moderator-needed');
  end if;
  return jsonb_build_object(
    'waiting', (
      select coalesce(jsonb_agg(private.lobby_shape(knocks) order by knocked_at, user_id), '[]')
      from public.knocks
      where meeting_id = of_meeting and private.is_waiting(knocks)
    )
  );
end
$$;
grant execute on function private.lobby(uuid) to authenticated;

create function public.lobby(meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.lobby(meeting_id)
$$;
grant execute on function public.lobby(uuid) to authenticated;

-- The caller holds the meeting's lock, and tells the lobby.
create function private.admit_knock(meeting public.meetings, knock public.knocks) returns public.participants
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
begin
  if meeting.access = 'members' and not private.belongs(knock.user_id, meeting.workspace_id, 'member') then
    perform private.fail('meeting/members-only');
  end if;
  participant := private.let_in(meeting, knock.user_id, knock.display_name, knock.speaks, knock.reads);
  delete from public.knocks where meeting_id = meeting.id and user_id = knock.user_id;
  perform private.tell_door(meeting.id, knock.user_id, 'admitted');
  return participant;
end
$$;

-- Lets one person in: who waits, who was denied a moment ago, or who was removed by mistake. Who is in already, stays in:
-- two who lead press at the same moment.
create function private.admit(to_meeting uuid, person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting public.meetings := private.lead(me, to_meeting, 1);
  knock public.knocks;
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = to_meeting and user_id = person;
  select * into knock from public.knocks where meeting_id = to_meeting and user_id = person;
  if knock.user_id is not null and (knock.denied_at is not null or private.is_waiting(knock)) then
    participant := private.admit_knock(meeting, knock);
    perform private.tell_lobby(to_meeting);
  elsif participant.admission = 'removed' then
    participant := private.let_in(
      meeting, person, participant.display_name, participant.speaks, participant.reads
    );
  elsif participant.user_id is null then
    perform private.fail('knock/not-found');
  end if;
  return jsonb_build_object('participant', private.participant_shape(participant));
end
$$;
grant execute on function private.admit(uuid, uuid) to authenticated;

create function public.admit(meeting_id uuid, user_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.admit(meeting_id, user_id)
$$;
grant execute on function public.admit(uuid, uuid) to authenticated;

-- Lets in who waits, in the order of knocking: of these people, or, where there is no list, everybody. Answers how many.
-- The caller holds the meeting's lock.
create function private.admit_waiting(meeting public.meetings, people uuid[] default null) returns int
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
  admitted int := 0;
begin
  for knock in
    select * from public.knocks
    where meeting_id = meeting.id
      and private.is_waiting(knocks)
      and (people is null or user_id = any (people))
    order by knocked_at, user_id
  loop
    perform private.admit_knock(meeting, knock);
    admitted := admitted + 1;
  end loop;
  if admitted > 0 then
    perform private.tell_lobby(meeting.id);
  end if;
  return admitted;
end
$$;

-- Those whom the caller saw waiting: who knocked since is asked about. Who of them waits no more is passed over.
create function private.admit_all(to_meeting uuid, people uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  meeting public.meetings := private.lead(private.caller(), to_meeting, 1);
begin
  if people is null or cardinality(people) > private.bound('lobbyPeople') then
    perform private.fail('request/invalid');
  end if;
  return jsonb_build_object('admitted', private.admit_waiting(meeting, people));
end
$$;
grant execute on function private.admit_all(uuid, uuid[]) to authenticated;

create function public.admit_all(meeting_id uuid, user_ids uuid[]) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.admit_all(meeting_id, user_ids)
$$;
grant execute on function public.admit_all(uuid, uuid[]) to authenticated;

-- Again it changes nothing: neither the time that the denied wait, nor what others were told.
create function private.deny(in_meeting uuid, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  knock public.knocks;
begin
  perform private.lead(me, in_meeting, 1);
  select * into knock from public.knocks where meeting_id = in_meeting and user_id = person;
  if knock.denied_at is not null then
    return;
  elsif knock.user_id is null or not private.is_waiting(knock) then
    perform private.fail('knock/not-found');
  end if;
  update public.knocks set denied_at = now() where meeting_id = in_meeting and user_id = person
  returning * into knock;
  perform private.tell_door(
    in_meeting, person, 'denied', jsonb_build_object('again_at', knock.denied_at + private.span('deniedWait'))
  );
  perform private.tell_lobby(in_meeting);
end
$$;
grant execute on function private.deny(uuid, uuid) to authenticated;

create function public.deny(meeting_id uuid, user_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.deny(meeting_id, user_id)
$$;
grant execute on function public.deny(uuid, uuid) to authenticated;

-- Ends the knocks of all whom a meeting of members does not take, and tells those who stand at its door. What was denied
-- stays denied, should it take others again.
-- The caller holds the meeting's lock.
create function private.turn_away(meeting public.meetings) returns void
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
  turned boolean := false;
begin
  for knock in
    select * from public.knocks where meeting_id = meeting.id order by knocked_at, user_id
  loop
    if private.belongs(knock.user_id, meeting.workspace_id, 'member') then
      continue;
    end if;
    if knock.denied_at is null then
      delete from public.knocks where meeting_id = meeting.id and user_id = knock.user_id;
      turned := true;
    end if;
    perform private.tell_door(meeting.id, knock.user_id, 'members_only');
  end loop;
  if turned then
    perform private.tell_lobby(meeting.id);
  end if;
end
$$;
