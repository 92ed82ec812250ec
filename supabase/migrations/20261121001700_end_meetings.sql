-- The end of a meeting.

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
