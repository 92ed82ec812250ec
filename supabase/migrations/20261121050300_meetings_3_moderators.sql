-- Who leads a meeting.

-- What a person leads: 3 as an admin or owner of the meeting's workspace, 2 as its host, 1 as a co-host, else 0. One acts
-- upon those of a lower rank. Who was put out leads nothing by what they were in the meeting.
create function private.rank(person uuid, in_meeting uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when private.belongs(person, meetings.workspace_id, 'admin') then 3
      when place.admission = 'removed' then 0
      when meetings.host = person then 2
      when place.role = 'co-host' then 1
      else 0
    end
    from public.meetings
    left join public.participants as place on place.meeting_id = meetings.id and place.user_id = person
    where meetings.id = in_meeting
  );
end
$$;

create function private.moderates(which uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.rank((select auth.uid()), which), 0) > 0;
end
$$;
grant execute on function private.moderates(uuid) to authenticated;

-- Locks a meeting that goes on, for one who leads it: 1 and more admit, mute, remove, lock; 2 and more end it, change it
-- and make co-hosts. Each time is a turn: all who are inside are told of most of it.
create function private.lead(person uuid, in_meeting uuid, at_least int) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  if coalesce(private.rank(person, in_meeting), 0) > 0 then
    perform private.take_turn(person, 'leadsPerMinute');
    meeting := private.lock_meeting(in_meeting);
  end if;
  -- Asked again behind the lock: it may have been taken away meanwhile.
  if coalesce(private.rank(person, in_meeting), 0) < at_least then
    if coalesce(private.rank(person, in_meeting), 0) = 0 then
      perform private.require_admitted(person, in_meeting);
    end if;
    perform private.fail(case at_least when 1 then 'role/moderator-needed' else 'role/host-needed' end);
  elsif private.is_over(meeting) then
    perform private.fail('meeting/ended');
  end if;
  return meeting;
end
$$;
