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
