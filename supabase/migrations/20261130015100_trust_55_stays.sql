-- Stays that others give. Guests forwarded lines into a call in which nobody was, and each was a stay of everybody who had
-- attended. With all 500 in use, the host could not return.

-- The most stays of a person outside of the call. The others are kept for entries.
create function private.max_stays_outside() returns int
language plpgsql immutable set search_path = '' as $$
begin
  return 250;
end
$$;

-- Refuses an entry that would be one stay too many. Forwarded lines and merges of two people leave the stays as they are then.
create or replace function private.bound_stays() returns trigger
language plpgsql set search_path = '' as $$
declare
  new_count int := private.range_count(new.stays);
  is_outside boolean := old.left_at is not null and new.left_at is not null;
begin
  if new_count > (case when is_outside then private.max_stays_outside() else private.max_stays() end)
    and new_count > private.range_count(old.stays)
  then
    if old.left_at is not null and new.left_at is null then
      perform private.raise_error('request/rate-limited');
    end if;
    new.stays := old.stays;
  end if;
  return new;
end
$$;

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
      and private.range_count(stays) >= private.max_stays_outside()
  ) then
    perform private.raise_error('line/quota');
  end if;
  update public.attendance
  set stays = stays + int8multirange(int8range(p_line.seq, p_line.seq, '[]'))
  where call_id = p_line.call_id and user_id = p_line.author and not stays @> p_line.seq;
end
$$;
