-- Functions that change and end a meeting.

-- Admits everyone waiting when the meeting is open. Requires the meeting's row lock.
create function private.admit_waiting_if_open(p_meeting public.meetings) returns void
language plpgsql set search_path = '' as $$
begin
  if p_meeting.access = 'open' and not p_meeting.locked then
    perform private.admit_waiting(p_meeting);
  end if;
end
$$;

-- Locks or unlocks the meeting. A locked meeting rejects new participants and new knocks. Participants who were
-- admitted before may return, and waiting users may still be admitted. Unlocking an open meeting admits everyone
-- waiting.
create function private.set_meeting_locked(p_meeting_id uuid, p_locked boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  meeting public.meetings := private.lock_as_moderator(private.require_user_id(), p_meeting_id, 1);
  meeting_json jsonb;
begin
  if p_locked is null then
    perform private.raise_error('request/invalid');
  elsif meeting.locked = p_locked then
    return private.meeting_json(meeting);
  end if;
  update public.meetings set locked = p_locked where id = p_meeting_id returning * into meeting;
  meeting_json := private.broadcast_meeting_changed(p_meeting_id);
  perform private.admit_waiting_if_open(meeting);
  return meeting_json;
end
$$;
grant execute on function private.set_meeting_locked(uuid, boolean) to authenticated;

create function public.set_meeting_locked(p_meeting_id uuid, p_locked boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_meeting_locked(p_meeting_id, p_locked)
$$;
grant execute on function public.set_meeting_locked(uuid, boolean) to authenticated;

-- Updates the fields that are not null; an empty title removes the title. `p_keep` applies to new lines only. Opening
-- the meeting admits everyone waiting; restricting it to members rejects the others.
create function private.update_meeting(
  p_meeting_id uuid, p_title text, p_access text, p_keep text, p_reading text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  old_meeting public.meetings := private.lock_as_moderator(private.require_user_id(), p_meeting_id, 2);
  new_meeting public.meetings := old_meeting;
  meeting_json jsonb;
begin
  new_meeting.title := case
    when p_title is null then old_meeting.title
    else nullif(private.clean_name(private.measured(p_title, 'title.max', 'title/too-long')), '')
  end;
  if char_length(new_meeting.title) > private.limit_value('title.max') then
    perform private.raise_error('title/too-long');
  end if;
  new_meeting.access := coalesce(p_access, old_meeting.access);
  new_meeting.keep := coalesce(p_keep, old_meeting.keep);
  new_meeting.reading := coalesce(p_reading, old_meeting.reading);
  if new_meeting.reading not in ('call', 'present') then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_meeting_settings(new_meeting.access, new_meeting.keep, old_meeting.workspace_id);
  if new_meeting is not distinct from old_meeting then
    return private.meeting_json(old_meeting);
  end if;
  update public.meetings
  set
    title = new_meeting.title,
    access = new_meeting.access,
    keep = new_meeting.keep,
    reading = new_meeting.reading
  where id = p_meeting_id;
  meeting_json := private.broadcast_meeting_changed(p_meeting_id);
  perform private.admit_waiting_if_open(new_meeting);
  if new_meeting.access = 'members' and old_meeting.access <> 'members' then
    perform private.reject_waiting_non_members(new_meeting);
  end if;
  return meeting_json;
end
$$;
grant execute on function private.update_meeting(uuid, text, text, text, text) to authenticated;

create function public.update_meeting(
  p_meeting_id uuid,
  p_title text default null,
  p_access text default null,
  p_keep text default null,
  p_reading text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.update_meeting(p_meeting_id, p_title, p_access, p_keep, p_reading)
$$;
grant execute on function public.update_meeting(uuid, text, text, text, text) to authenticated;

-- Replaces the meeting's code. The old code stops working at once.
create function private.rotate_code(p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_as_moderator(private.require_user_id(), p_meeting_id, 1);
  update public.meetings set code = private.new_meeting_code() where id = p_meeting_id;
  return private.broadcast_meeting_changed(p_meeting_id);
end
$$;
grant execute on function private.rotate_code(uuid) to authenticated;

create function public.rotate_code(p_meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.rotate_code(p_meeting_id)
$$;
grant execute on function public.rotate_code(uuid) to authenticated;

-- Ends the meeting for everyone with a single event. Requires the meeting's row lock.
create function private.finish_meeting(p_meeting_id uuid, p_ended_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  open_call_id uuid := (select id from public.calls where meeting_id = p_meeting_id and ended_at is null);
  waiting_user_id uuid;
begin
  -- Before the call ends: only an open call receives events.
  perform private.broadcast_to_meeting(p_meeting_id, private.next_seq(p_meeting_id), 'meeting_ended', '{}');
  update public.call_peers set left_at = now(), left_reason = 'ended' where call_id = open_call_id and left_at is null;
  update public.attendance
  set left_at = now(), stays = private.close_stays(stays, open_call_id, now())
  where call_id = open_call_id and left_at is null;
  update public.calls set ended_at = greatest(now(), started_at) where id = open_call_id;
  for waiting_user_id in
    delete from public.knocks where meeting_id = p_meeting_id returning user_id
  loop
    perform private.broadcast_to_knock(p_meeting_id, waiting_user_id, 'ended');
  end loop;
  update public.meetings set ended_at = p_ended_at, expires_at = null where id = p_meeting_id;
end
$$;

create function private.end_meeting(p_meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  -- A page retries when it lost the response.
  if private.moderation_rank(caller_id, p_meeting_id) >= 2 and exists (
    select from public.meetings where id = p_meeting_id and ended_at is not null
  ) then
    return;
  end if;
  perform private.lock_as_moderator(caller_id, p_meeting_id, 2);
  perform private.finish_meeting(p_meeting_id, now());
end
$$;
grant execute on function private.end_meeting(uuid) to authenticated;

create function public.end_meeting(p_meeting_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.end_meeting(p_meeting_id)
$$;
grant execute on function public.end_meeting(uuid) to authenticated;
