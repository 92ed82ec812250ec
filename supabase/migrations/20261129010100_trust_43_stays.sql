-- A bounded number of stays in a call. Each line of a call is compared with them, so five people who write thousands of lines
-- from outside, of which each was a stay of its own, made their reads take seconds.

-- Nobody enters a call as often, nor writes as many lines after they left.
create function private.max_stays() returns int
language plpgsql immutable set search_path = '' as $$
begin
  return 500;
end
$$;

create function private.range_count(p_ranges int8multirange) returns int
language plpgsql immutable set search_path = '' as $$
begin
  return (select count(*) from unnest(p_ranges));
end
$$;

-- Refuses an entry that would be one stay too many. Forwarded lines and merges of two people leave the stays as they are then.
create function private.bound_stays() returns trigger
language plpgsql set search_path = '' as $$
declare
  new_count int := private.range_count(new.stays);
begin
  if new_count > private.max_stays() and new_count > private.range_count(old.stays) then
    if old.left_at is not null and new.left_at is null then
      perform private.raise_error('request/rate-limited');
    end if;
    new.stays := old.stays;
  end if;
  return new;
end
$$;

create trigger bound_stays
before update of stays on public.attendance
for each row when (new.stays is distinct from old.stays)
execute function private.bound_stays();

create or replace function private.count_call_line(p_line public.lines) returns void
language plpgsql set search_path = '' as $$
declare
  writer_id uuid := coalesce(p_line.typed_by, p_line.author);
  call_limit bigint := private.limit_value('linesPerCall');
begin
  if not private.belongs_to_meeting(writer_id, p_line.meeting_id) then
    call_limit := call_limit * 3 / 4;
  end if;
  update public.calls set line_count = line_count + 1 where id = p_line.call_id and line_count < call_limit;
  if not found then
    perform private.raise_error('line/call-full');
  end if;
  update public.attendance set line_count = line_count + 1
  where call_id = p_line.call_id and user_id = writer_id and line_count < private.limit_value('linesPerPersonInCall');
  if not found then
    perform private.raise_error('line/quota');
  end if;
  -- Authors read their own lines, also those that were sent after they left.
  if exists (
    select from public.attendance
    where call_id = p_line.call_id and user_id = p_line.author and not stays @> p_line.seq
      and private.range_count(stays) >= private.max_stays()
  ) then
    perform private.raise_error('line/quota');
  end if;
  update public.attendance
  set stays = stays + int8multirange(int8range(p_line.seq, p_line.seq, '[]'))
  where call_id = p_line.call_id and user_id = p_line.author and not stays @> p_line.seq;
end
$$;

create or replace function private.readable_ranges(p_user_id uuid, p_call_id uuid) returns int8multirange
language plpgsql stable security definer set search_path = '' as $$
declare
  call public.calls;
  meeting public.meetings;
  attended_stays int8multirange;
begin
  select * into call from public.calls where id = p_call_id;
  select * into meeting from public.meetings where id = call.meeting_id;
  if private.has_workspace_role(p_user_id, meeting.workspace_id, 'member') then
    return private.whole_range();
  end if;
  -- The product is not compressed. A compressed value would be unpacked for each line that is compared with it.
  select stays * private.whole_range() into attended_stays
  from public.attendance where call_id = p_call_id and user_id = p_user_id;
  if attended_stays is null or not private.is_participant(p_user_id, call.meeting_id) then
    return '{}';
  elsif call.shared_at is not null
    or (meeting.reading = 'call' and private.is_present(p_user_id, p_call_id))
    or coalesce(private.moderation_rank(p_user_id, call.meeting_id), 0) > 0
  then
    return private.whole_range();
  end if;
  return attended_stays;
end
$$;
