-- Functions that knock at a meeting.

-- Requires the meeting's row lock.
create function private.upsert_knock(
  p_meeting public.meetings, p_user_id uuid, p_display_name text, p_speaks text, p_reads text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  previous_knock public.knocks;
  knock public.knocks;
begin
  delete from public.knocks
  where meeting_id = p_meeting.id
    and not private.is_waiting(knocks)
    and coalesce(denied_at, '-infinity') <= now() - private.limit_interval('deniedKnockDelayMs');
  select * into previous_knock from public.knocks where meeting_id = p_meeting.id and user_id = p_user_id;
  if previous_knock.denied_at is not null then
    return private.knock_status_json(p_meeting.id, previous_knock);
  end if;
  if previous_knock.user_id is null and (
    select count(*) from public.knocks where meeting_id = p_meeting.id and denied_at is null
  ) >= private.limit_value('waitingParticipants') then
    perform private.raise_error('meeting/lobby-full');
  end if;

  insert into public.knocks (meeting_id, user_id, display_name, speaks, reads)
  values (p_meeting.id, p_user_id, p_display_name, p_speaks, p_reads)
  on conflict (meeting_id, user_id) do update
  set display_name = excluded.display_name, speaks = excluded.speaks, reads = excluded.reads
  returning * into knock;
  if knock is distinct from previous_knock then
    perform private.broadcast_waiting_changed(p_meeting.id);
  end if;
  return private.knock_status_json(p_meeting.id, knock);
end
$$;

-- Deletes a knock and notifies the moderators. Requires the meeting's row lock.
create function private.delete_knock(p_meeting_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.knocks where meeting_id = p_meeting_id and user_id = p_user_id;
  if found then
    perform private.broadcast_waiting_changed(p_meeting_id);
  end if;
end
$$;

-- Enters the meeting, or waits, with a name and languages. A repeat with other values updates them and
-- notifies everyone inside, or the moderators. Participants inside may do so whatever the access is.
create function private.knock(p_code text, p_display_name text, p_speaks text, p_reads text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_display_name text := private.clean_name(
    private.measured(p_display_name, 'displayName.max', 'name/too-long')
  );
  meeting public.meetings;
  entry_status text;
  result jsonb;
begin
  if char_length(clean_display_name) < private.limit_value('displayName.min') then
    perform private.raise_error('name/empty');
  elsif char_length(clean_display_name) > private.limit_value('displayName.max') then
    perform private.raise_error('name/too-long');
  elsif not (private.is_language(p_speaks) and private.is_language(p_reads)) then
    perform private.raise_error('language/unknown');
  end if;
  meeting := private.meeting_by_code(p_code);
  perform private.check_rate_limit(caller_id, 'knocksPerMinute');
  meeting := private.lock_meeting_row(meeting.id);
  -- The code may have been rotated before the lock.
  if meeting.code <> private.parse_meeting_code(p_code) then
    perform private.raise_error('meeting/not-found');
  end if;

  entry_status := private.entry_status(meeting, caller_id);
  if entry_status = 'members' and private.is_in_call(caller_id, meeting.id) then
    entry_status := 'open';
  end if;
  perform private.require_entry(entry_status);
  if entry_status = 'open' then
    result := jsonb_build_object(
      'meeting_id', meeting.id,
      'admission', 'admitted',
      'participant', private.participant_json(
        private.upsert_participant(meeting, caller_id, clean_display_name, p_speaks, p_reads)
      )
    );
    perform private.delete_knock(meeting.id, caller_id);
  else
    result := private.upsert_knock(meeting, caller_id, clean_display_name, p_speaks, p_reads);
  end if;

  update public.profiles
  set display_name = clean_display_name, speaks = p_speaks, reads = p_reads, updated_at = now()
  where id = caller_id and (display_name, speaks, reads) is distinct from (clean_display_name, p_speaks, p_reads);
  return result;
end
$$;
grant execute on function private.knock(text, text, text, text) to authenticated;

create function public.knock(p_code text, p_display_name text, p_speaks text, p_reads text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.knock(p_code, p_display_name, p_speaks, p_reads)
$$;
grant execute on function public.knock(text, text, text, text) to authenticated;

-- Returns the state of the caller's own knock, in case a broadcast was lost. It does not extend the knock.
create function private.knock_status(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings;
  participant public.participants;
  knock public.knocks;
begin
  select * into meeting from public.meetings where id = p_meeting_id;
  if private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  select * into participant from public.participants where meeting_id = p_meeting_id and user_id = caller_id;
  if participant.admission = 'removed' then
    perform private.raise_error('meeting/removed');
  elsif participant.admission = 'admitted' then
    return jsonb_build_object(
      'meeting_id', p_meeting_id, 'admission', 'admitted', 'participant', private.participant_json(participant)
    );
  end if;
  if meeting.access = 'members' and not private.has_workspace_role(caller_id, meeting.workspace_id, 'member') then
    perform private.raise_error('meeting/members-only');
  end if;
  select * into knock from public.knocks where meeting_id = p_meeting_id and user_id = caller_id;
  return private.knock_status_json(p_meeting_id, knock);
end
$$;
grant execute on function private.knock_status(uuid) to authenticated;

create function public.knock_status(p_meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.knock_status(p_meeting_id)
$$;
grant execute on function public.knock_status(uuid) to authenticated;

-- Withdraws the caller's knock. A denied knock stays denied. The event lets another waiting tab of the caller knock
-- again.
create function private.withdraw_knock(p_meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if exists (
    select from public.knocks where meeting_id = p_meeting_id and user_id = caller_id and denied_at is null
  ) then
    perform private.lock_meeting_row(p_meeting_id);
    if exists (
      select from public.knocks where meeting_id = p_meeting_id and user_id = caller_id and denied_at is null
    ) then
      perform private.delete_knock(p_meeting_id, caller_id);
      perform private.broadcast_to_knock(p_meeting_id, caller_id, 'withdrawn');
    end if;
  end if;
end
$$;
grant execute on function private.withdraw_knock(uuid) to authenticated;

create function public.withdraw_knock(p_meeting_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.withdraw_knock(p_meeting_id)
$$;
grant execute on function public.withdraw_knock(uuid) to authenticated;
