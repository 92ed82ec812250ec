-- Functions that a user with the meeting's link needs before entering.

-- Returns `open`, `knock`, or the reason why the user may not enter.
create function private.entry_status(p_meeting public.meetings, p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  current_admission text := (
    select admission from public.participants where meeting_id = p_meeting.id and user_id = p_user_id
  );
begin
  return case
    when private.has_ended(p_meeting) then 'ended'
    when current_admission = 'removed' then 'removed'
    when private.moderation_rank(p_user_id, p_meeting.id) > 0 then 'open'
    when private.has_workspace_role(p_user_id, p_meeting.workspace_id, 'member') then
      case when p_meeting.locked and current_admission is null then 'locked' else 'open' end
    when p_meeting.access = 'members' then 'members'
    when current_admission = 'admitted' then 'open'
    when p_meeting.locked then 'locked'
    else p_meeting.access
  end;
end
$$;

create function private.require_entry(p_entry_status text) returns void
language plpgsql stable set search_path = '' as $$
begin
  case p_entry_status
    when 'open', 'knock' then null;
    when 'ended' then perform private.raise_error('meeting/ended');
    when 'removed' then perform private.raise_error('meeting/removed');
    when 'locked' then perform private.raise_error('meeting/locked');
    when 'members' then perform private.raise_error('meeting/members-only');
  end case;
end
$$;

-- Returns what the pre-join page shows to anyone with the link, signed in or not, with the name and languages that
-- the caller used last. The title and the people inside are returned only to callers who may enter without knocking.
-- It writes nothing, because link previews may request it too.
create function private.find_meeting(p_code text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := (select auth.uid());
  meeting public.meetings := private.meeting_by_code(p_code);
  entry_status text := private.entry_status(meeting, caller_id);
  open_call_id uuid := (select id from public.calls where meeting_id = meeting.id and ended_at is null);
  participants_inside jsonb;
begin
  if entry_status = 'ended' then
    perform private.raise_error('meeting/ended');
  end if;
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'number', number, 'colour', colour, 'display_name', display_name, 'speaks', speaks, 'reads', reads
      ) order by number
    ),
    '[]'
  )
  into participants_inside
  from private.participants_in_call(meeting.id);

  return jsonb_build_object(
    'meeting_id', meeting.id,
    'access', meeting.access,
    'locked', meeting.locked,
    'keep', meeting.keep,
    'kept_days', case
      when meeting.keep = 'nothing' then null
      when meeting.workspace_id is null then private.limit_value('retention.guestMeetingDays')
      else private.kept_days(meeting.workspace_id)
    end,
    'reading', meeting.reading,
    'entry', entry_status,
    'state', case when participants_inside = '[]' then 'idle' else 'live' end,
    -- A caller who is inside already may enter again.
    'full', (
      select count(*) >= private.limit_value('meshParticipants')
      from private.participants_in_call(meeting.id)
      where user_id is distinct from caller_id
    ),
    -- The person who makes place for the caller, a host or an admin.
    'replaces', (
      select display_name from public.participants
      where meeting_id = meeting.id
        and user_id = (private.peer_to_replace(open_call_id, meeting.id, caller_id)).user_id
    ),
    'title', case when entry_status = 'open' then meeting.title end,
    'host_name', case when entry_status = 'open' then private.host_name(meeting) end,
    'inside', case when entry_status = 'open' then participants_inside else '[]' end,
    'me', (
      select jsonb_build_object(
        'colour', coalesce(
          participants.colour,
          case when entry_status = 'open' then private.free_colour(meeting.id, caller_id) end,
          private.own_colour(caller_id)
        ),
        -- Not the participant's name, which may have a number appended.
        'display_name', profiles.display_name,
        'speaks', profiles.speaks,
        'reads', profiles.reads
      )
      from public.profiles
      left join public.participants on participants.meeting_id = meeting.id and participants.user_id = profiles.id
      where profiles.id = caller_id
    )
  );
end
$$;
grant execute on function private.find_meeting(text) to anon, authenticated;

create function public.find_meeting(p_code text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.find_meeting(p_code)
$$;
grant execute on function public.find_meeting(text) to anon, authenticated;
