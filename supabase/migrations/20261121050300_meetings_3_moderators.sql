-- Who leads a meeting.

-- What a person leads: 3 as an admin or owner of the meeting's workspace, 2 as its host, 1 as a co-host, else 0. One acts
-- upon those of a lower rank. Who was put out leads nothing by what they were in the meeting.
create function private.moderation_rank(p_user_id uuid, p_meeting_id uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when private.has_workspace_role(p_user_id, meetings.workspace_id, 'admin') then 3
      when participant.admission = 'removed' then 0
      when meetings.host = p_user_id then 2
      when participant.role = 'co-host' then 1
      else 0
    end
    from public.meetings
    left join public.participants as participant
      on participant.meeting_id = meetings.id and participant.user_id = p_user_id
    where meetings.id = p_meeting_id
  );
end
$$;

create function private.is_moderator(p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.moderation_rank((select auth.uid()), p_meeting_id), 0) > 0;
end
$$;
grant execute on function private.is_moderator(uuid) to authenticated;

-- Locks a meeting that goes on, for one who leads it: 1 and more admit, mute, remove, lock; 2 and more end it, change it
-- and make co-hosts. Each time is a turn: all who are inside are told of most of it.
create function private.lock_as_moderator(p_user_id uuid, p_meeting_id uuid, p_min_rank int) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  if coalesce(private.moderation_rank(p_user_id, p_meeting_id), 0) > 0 then
    perform private.check_rate_limit(p_user_id, 'leadsPerMinute');
    meeting := private.lock_meeting_row(p_meeting_id);
  end if;
  -- Asked again behind the lock: it may have been taken away meanwhile.
  if coalesce(private.moderation_rank(p_user_id, p_meeting_id), 0) < p_min_rank then
    if coalesce(private.moderation_rank(p_user_id, p_meeting_id), 0) = 0 then
      perform private.require_admitted(p_user_id, p_meeting_id);
    end if;
    perform private.raise_error(case p_min_rank when 1 then 'role/moderator-needed' else 'role/host-needed' end);
  elsif private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  return meeting;
end
$$;
