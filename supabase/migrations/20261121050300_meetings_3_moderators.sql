-- The moderators of a meeting.

-- Returns the moderation rank: 3 workspace admin or owner, 2 host, 1 co-host, 0 otherwise. Users may moderate lower
-- ranks only. Removed participants lose their rank in the meeting.
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

-- Locks an open meeting for a moderator. Rank 1 may admit, mute, remove and lock; rank 2 may also end the meeting,
-- change it and appoint co-hosts. Each call counts against a rate limit, because most of these actions are broadcast
-- to all participants.
create function private.lock_as_moderator(p_user_id uuid, p_meeting_id uuid, p_min_rank int) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  if coalesce(private.moderation_rank(p_user_id, p_meeting_id), 0) > 0 then
    perform private.check_rate_limit(p_user_id, 'moderatorActionsPerMinute');
    meeting := private.lock_meeting_row(p_meeting_id);
  end if;
  -- Check again under the lock: the rank may have been taken away.
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
