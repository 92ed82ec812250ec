-- Changing a meeting, and its end.

-- Once newcomers walk in, who waits does too. The caller holds the meeting's lock.
create function private.let_waiting_in(meeting public.meetings) returns void
language plpgsql set search_path = '' as $$
begin
  if meeting.access = 'open' and not meeting.locked then
    perform private.admit_waiting(meeting);
  end if;
end
$$;

-- Locked: nobody new comes in, nor waits. Who was admitted before comes back; who waits already may be let in. Unlocking
-- an open meeting lets them in.
create function private.lock(which uuid, be_locked boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  meeting public.meetings := private.lead(private.caller(), which, 1);
  shape jsonb;
begin
  if be_locked is null then
    perform private.fail('request/invalid');
  elsif meeting.locked = be_locked then
    return private.meeting_shape(meeting);
  end if;
  update public.meetings set locked = be_locked where id = which returning * into meeting;
  shape := private.tell_meeting(which);
  perform private.let_waiting_in(meeting);
  return shape;
end
$$;
grant execute on function private.lock(uuid, boolean) to authenticated;

create function public.lock(meeting_id uuid, locked boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.lock(meeting_id, locked)
$$;
grant execute on function public.lock(uuid, boolean) to authenticated;

-- What is null stays; an empty title is none. `keep` counts from now on: what was stored before stays as long as others'.
-- Opening the meeting lets in who waits; one of members turns others away from the door.
create function private.update_meeting(which uuid, raw_title text, new_access text, new_keep text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  before public.meetings := private.lead(private.caller(), which, 2);
  after public.meetings := before;
  shape jsonb;
begin
  after.title := case
    when raw_title is null then before.title
    else nullif(private.clean_name(raw_title), '')
  end;
  if char_length(after.title) > private.bound('title.max') then
    perform private.fail('title/too-long');
  end if;
  after.access := coalesce(new_access, before.access);
  after.keep := coalesce(new_keep, before.keep);
  perform private.require_manner(after.access, after.keep, before.workspace_id);
  if after is not distinct from before then
    return private.meeting_shape(before);
  end if;
  update public.meetings set title = after.title, access = after.access, keep = after.keep where id = which;
  shape := private.tell_meeting(which);
  perform private.let_waiting_in(after);
  if after.access = 'members' and before.access <> 'members' then
    perform private.turn_away(after);
  end if;
  return shape;
end
$$;
grant execute on function private.update_meeting(uuid, text, text, text) to authenticated;

create function public.update_meeting(
  meeting_id uuid, title text default null, access text default null, keep text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.update_meeting(meeting_id, title, access, keep)
$$;
grant execute on function public.update_meeting(uuid, text, text, text) to authenticated;

-- A new code; the old one is unknown at once.
create function private.rotate_code(of_meeting uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lead(private.caller(), of_meeting, 1);
  update public.meetings set code = private.new_code() where id = of_meeting;
  return private.tell_meeting(of_meeting);
end
$$;
grant execute on function private.rotate_code(uuid) to authenticated;

create function public.rotate_code(meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.rotate_code(meeting_id)
$$;
grant execute on function public.rotate_code(uuid) to authenticated;

-- Ends it for everybody: one event for all of them. The caller holds the lock.
create function private.finish_meeting(which uuid, at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  running uuid := (select id from public.calls where meeting_id = which and ended_at is null);
  person uuid;
begin
  update public.call_peers set left_at = now(), left_reason = 'ended' where call_id = running and left_at is null;
  update public.attendance set left_at = now() where call_id = running and left_at is null;
  update public.calls set ended_at = greatest(now(), started_at) where id = running;
  for person in
    delete from public.knocks where meeting_id = which returning user_id
  loop
    perform private.tell_door(which, person, 'ended');
  end loop;
  update public.meetings set ended_at = at, expires_at = null where id = which;
  perform private.announce(which, private.next_seq(which), 'meeting_ended', '{}');
end
$$;

create function private.end_meeting(which uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  -- The answer was lost and the page says it again.
  if private.rank(me, which) >= 2 and exists (
    select from public.meetings where id = which and ended_at is not null
  ) then
    return;
  end if;
  perform private.lead(me, which, 2);
  perform private.finish_meeting(which, now());
end
$$;
grant execute on function private.end_meeting(uuid) to authenticated;

create function public.end_meeting(meeting_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.end_meeting(meeting_id)
$$;
grant execute on function public.end_meeting(uuid) to authenticated;
