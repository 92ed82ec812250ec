-- The door: what somebody with the link meets there, and coming to it.

-- What somebody with the link meets: `open`, `knock`, or why not.
create function private.door(meeting public.meetings, person uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  place text := (
    select admission from public.participants where meeting_id = meeting.id and user_id = person
  );
begin
  return case
    when private.is_over(meeting) then 'ended'
    when place = 'removed' then 'removed'
    when private.rank(person, meeting.id) > 0 then 'open'
    when private.belongs(person, meeting.workspace_id, 'member') then
      case when meeting.locked and place is null then 'locked' else 'open' end
    when meeting.access = 'members' then 'members'
    when place = 'admitted' then 'open'
    when meeting.locked then 'locked'
    else meeting.access
  end;
end
$$;

create function private.refuse_at(door text) returns void
language plpgsql stable set search_path = '' as $$
begin
  case door
    when 'open', 'knock' then null;
    when 'ended' then perform private.fail('meeting/ended');
    when 'removed' then perform private.fail('meeting/removed');
    when 'locked' then perform private.fail('meeting/locked');
    when 'members' then perform private.fail('meeting/members-only');
  end case;
end
$$;

-- What the door shows to whoever holds the link, signed in or not, and what the caller said last, at a door or in the
-- settings. Names, and who is inside, only to those who would be let in anyway. It writes nothing: a link preview may ask too.
create function private.find_meeting(typed text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  meeting public.meetings := private.meeting_by_code(typed);
  door text := private.door(meeting, me);
  inside jsonb;
begin
  if door = 'ended' then
    perform private.fail('meeting/ended');
  end if;
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'number', number, 'display_name', display_name, 'speaks', speaks, 'reads', reads
      ) order by number
    ),
    '[]'
  )
  into inside
  from private.people_inside(meeting.id);

  return jsonb_build_object(
    'meeting_id', meeting.id,
    'access', meeting.access,
    'locked', meeting.locked,
    'keep', meeting.keep,
    'door', door,
    'state', case when inside = '[]' then 'idle' else 'live' end,
    'title', case when door = 'open' then meeting.title end,
    'inside', case when door = 'open' then inside else '[]' end,
    'me', (
      select jsonb_build_object(
        'number', participants.number,
        -- Not the participant's: that name may have got a number, which is nobody's to keep.
        'display_name', profiles.display_name,
        'speaks', profiles.speaks,
        'reads', profiles.reads
      )
      from public.profiles
      left join public.participants on participants.meeting_id = meeting.id and participants.user_id = profiles.id
      where profiles.id = me
    )
  );
end
$$;
grant execute on function private.find_meeting(text) to anon, authenticated;

create function public.find_meeting(code text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.find_meeting(code)
$$;
grant execute on function public.find_meeting(text) to anon, authenticated;

-- A name that somebody else in the room bears gets a number, so that who speaks is never in doubt.
create function private.free_name(in_meeting uuid, person uuid, wanted text) returns text
language plpgsql stable set search_path = '' as $$
declare
  taken text[] := array(
    select private.bare_name(display_name) from private.people_inside(in_meeting) where user_id <> person
  );
  free text := wanted;
  number int := 1;
begin
  while private.bare_name(free) = any (taken) loop
    number := number + 1;
    free := left(wanted, private.bound('displayName.max')::int - 1 - char_length(number::text)) || ' ' || number;
  end loop;
  return free;
end
$$;

-- Makes a person a participant, or changes how they are there; told only when something changed. The caller holds the
-- meeting's lock.
create function private.let_in(
  meeting public.meetings, person uuid, name text, will_speak text, will_read text
) returns public.participants
language plpgsql set search_path = '' as $$
declare
  shown text := private.free_name(meeting.id, person, name);
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = meeting.id and user_id = person;
  if (participant.admission, participant.display_name, participant.speaks, participant.reads)
    is not distinct from ('admitted', shown, will_speak, will_read)
  then
    return participant;
  end if;
  insert into public.participants (meeting_id, user_id, number, role, display_name, speaks, reads, seq)
  values (
    meeting.id,
    person,
    (select coalesce(max(number), 0) + 1 from public.participants where meeting_id = meeting.id),
    case when meeting.host = person then 'host' else 'guest' end,
    shown,
    will_speak,
    will_read,
    private.next_seq(meeting.id)
  )
  on conflict (meeting_id, user_id) do update
  set
    admission = 'admitted',
    display_name = excluded.display_name,
    speaks = excluded.speaks,
    reads = excluded.reads,
    seq = excluded.seq
  returning * into participant;
  perform private.tell_participant(participant);
  return participant;
end
$$;

-- Comes to the door with a name and languages: enters, or waits in the lobby. Again with others it changes them, and
-- everyone inside is told, or those who lead. Who is inside may do that whoever else may come in.
create function private.knock(typed text, raw_name text, will_speak text, will_read text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  name text := private.clean_name(raw_name);
  meeting public.meetings;
  door text;
  answer jsonb;
begin
  if char_length(name) < private.bound('displayName.min') then
    perform private.fail('name/empty');
  elsif char_length(name) > private.bound('displayName.max') then
    perform private.fail('name/too-long');
  elsif not (private.is_language(will_speak) and private.is_language(will_read)) then
    perform private.fail('language/unknown');
  end if;
  meeting := private.meeting_by_code(typed);
  perform private.take_turn(me, 'knocksPerMinute');
  meeting := private.lock_meeting(meeting.id);
  -- The code may have been rotated meanwhile.
  if meeting.code <> private.read_code(typed) then
    perform private.fail('meeting/not-found');
  end if;

  door := private.door(meeting, me);
  if door = 'members' and private.is_inside(me, meeting.id) then
    door := 'open';
  end if;
  perform private.refuse_at(door);
  if door = 'open' then
    answer := jsonb_build_object(
      'meeting_id', meeting.id,
      'admission', 'admitted',
      'participant', private.participant_shape(private.let_in(meeting, me, name, will_speak, will_read))
    );
    perform private.end_knock(meeting.id, me);
  else
    answer := private.wait_in_lobby(meeting, me, name, will_speak, will_read);
  end if;

  update public.profiles
  set display_name = name, speaks = will_speak, reads = will_read, updated_at = now()
  where id = me and (display_name, speaks, reads) is distinct from (name, will_speak, will_read);
  return answer;
end
$$;
grant execute on function private.knock(text, text, text, text) to authenticated;

create function public.knock(code text, display_name text, speaks text, reads text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.knock(code, display_name, speaks, reads)
$$;
grant execute on function public.knock(text, text, text, text) to authenticated;

-- How the caller's own knock stands, for who may have missed the door's broadcast. It renews nothing.
create function private.knock_standing(in_meeting uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  meeting public.meetings;
  place public.participants;
  knock public.knocks;
begin
  select * into meeting from public.meetings where id = in_meeting;
  if private.is_over(meeting) then
    perform private.fail('meeting/ended');
  end if;
  select * into place from public.participants where meeting_id = in_meeting and user_id = me;
  if place.admission = 'removed' then
    perform private.fail('meeting/removed');
  elsif place.admission = 'admitted' then
    return jsonb_build_object(
      'meeting_id', in_meeting, 'admission', 'admitted', 'participant', private.participant_shape(place)
    );
  end if;
  if meeting.access = 'members' and not private.belongs(me, meeting.workspace_id, 'member') then
    perform private.fail('meeting/members-only');
  end if;
  select * into knock from public.knocks where meeting_id = in_meeting and user_id = me;
  return private.knock_shape(in_meeting, knock);
end
$$;
grant execute on function private.knock_standing(uuid) to authenticated;

create function public.knock_standing(meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.knock_standing(meeting_id)
$$;
grant execute on function public.knock_standing(uuid) to authenticated;

-- Waits no longer. What was denied stays denied. Another tab of the caller may wait on: it hears of it, and knocks again.
create function private.withdraw_knock(in_meeting uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  if exists (
    select from public.knocks where meeting_id = in_meeting and user_id = me and denied_at is null
  ) then
    perform private.lock_meeting(in_meeting);
    if exists (
      select from public.knocks where meeting_id = in_meeting and user_id = me and denied_at is null
    ) then
      perform private.end_knock(in_meeting, me);
      perform private.tell_door(in_meeting, me, 'withdrawn');
    end if;
  end if;
end
$$;
grant execute on function private.withdraw_knock(uuid) to authenticated;

create function public.withdraw_knock(meeting_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.withdraw_knock(meeting_id)
$$;
grant execute on function public.withdraw_knock(uuid) to authenticated;
