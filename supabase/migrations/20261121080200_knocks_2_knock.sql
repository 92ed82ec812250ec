-- Coming to the door.

-- The caller holds the meeting's lock.
create function private.wait_in_lobby(
  meeting public.meetings, person uuid, name text, will_speak text, will_read text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before public.knocks;
  knock public.knocks;
begin
  delete from public.knocks
  where meeting_id = meeting.id
    and not private.is_waiting(knocks)
    and coalesce(denied_at, '-infinity') <= now() - private.span('deniedWait');
  select * into before from public.knocks where meeting_id = meeting.id and user_id = person;
  if before.denied_at is not null then
    return private.knock_shape(meeting.id, before);
  end if;
  if before.user_id is null and (
    select count(*) from public.knocks where meeting_id = meeting.id and denied_at is null
  ) >= private.bound('lobbyPeople') then
    perform private.fail('meeting/lobby-full');
  end if;

  insert into public.knocks (meeting_id, user_id, display_name, speaks, reads)
  values (meeting.id, person, name, will_speak, will_read)
  on conflict (meeting_id, user_id) do update
  set display_name = excluded.display_name, speaks = excluded.speaks, reads = excluded.reads
  returning * into knock;
  if knock is distinct from before then
    perform private.tell_lobby(meeting.id);
  end if;
  return private.knock_shape(meeting.id, knock);
end
$$;

-- Ends a knock: the row goes, those who lead hear of it.
-- The caller holds the meeting's lock.
create function private.end_knock(in_meeting uuid, person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.knocks where meeting_id = in_meeting and user_id = person;
  if found then
    perform private.tell_lobby(in_meeting);
  end if;
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
