-- The part of a call that a user may read. All functions that read lines use it.

create function private.whole_range() returns int8multirange
language plpgsql immutable set search_path = '' as $$
begin
  return '{(,)}'::int8multirange;
end
$$;

-- Bounds for index scans: ranges may have no bound, and no range at all contains nothing.
create function private.start_of_ranges(p_ranges int8multirange) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return case when isempty(p_ranges) then 9223372036854775807 else coalesce(lower(p_ranges), 0) end;
end
$$;

create function private.end_of_ranges(p_ranges int8multirange) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return case when isempty(p_ranges) then 0 else coalesce(upper(p_ranges), 9223372036854775807) end;
end
$$;

-- Returns whether a tab of the user is in the call and responds. A tab that stopped responding may come back within two
-- minutes, and fills its gap before it enters again.
create function private.is_present(p_user_id uuid, p_call_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from public.call_peers
    where call_id = p_call_id
      and user_id = p_user_id
      and case
        when left_at is null then last_seen >= now() - private.limit_interval('peerTimeoutMs')
        else left_reason = 'gone' and left_at >= now() - private.limit_interval('emptyCallTtlMs')
      end
  );
end
$$;

-- Returns the ranges of `seq` that the user may read. Members of the workspace read the whole call, and so do attendees
-- who moderate the meeting or whose call was shared. Participants who are in the call read all of it too, unless the host
-- chose that they read only while present. Others read their stays.
create function private.readable_ranges(p_user_id uuid, p_call_id uuid) returns int8multirange
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
  select stays into attended_stays from public.attendance where call_id = p_call_id and user_id = p_user_id;
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

-- Returns whether the ranges contain every line of the call. Each gap is one index look-up. Lines that were forwarded after
-- the call leave many gaps; then looking at each line costs less.
create function private.covers_call(p_ranges int8multirange, p_call_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  max_gaps constant int := 20;
  gaps int8range[] := array(select unnest(private.whole_range() - p_ranges) limit max_gaps + 1);
  gap int8range;
begin
  if isempty(p_ranges) then
    return false;
  elsif cardinality(gaps) > max_gaps then
    return not exists (
      select from public.lines where call_id = p_call_id and deleted_at is null and not seq <@ p_ranges
    );
  end if;
  foreach gap in array gaps loop
    if exists (
      select from public.lines
      where call_id = p_call_id
        and seq >= coalesce(lower(gap), 0)
        and seq < coalesce(upper(gap), 9223372036854775807)
        and deleted_at is null
    ) then
      return false;
    end if;
  end loop;
  return true;
end
$$;

-- Returns whether the user may read every line of the call.
create function private.reads_whole_call(p_user_id uuid, p_call_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.covers_call(private.readable_ranges(p_user_id, p_call_id), p_call_id);
end
$$;

-- Rejects users who may not read anything of the call.
create function private.require_readable_ranges(p_user_id uuid, p_call_id uuid) returns int8multirange
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_call_reader(p_user_id, p_call_id);
  return private.readable_ranges(p_user_id, p_call_id);
end
$$;

create function private.can_read_line(p_user_id uuid, p_call_id uuid, p_seq bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_seq <@ private.readable_ranges(p_user_id, p_call_id);
end
$$;

-- Returns the calls of a meeting that the user attended and may read as a whole.
create function private.whole_calls_attended(p_user_id uuid, p_meeting_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  meeting public.meetings;
  reads_all boolean;
begin
  select * into meeting from public.meetings where id = p_meeting_id;
  reads_all := private.has_workspace_role(p_user_id, meeting.workspace_id, 'member')
    or coalesce(private.moderation_rank(p_user_id, p_meeting_id), 0) > 0;
  return array(
    select calls.id
    from public.calls
    join public.attendance on attendance.call_id = calls.id and attendance.user_id = p_user_id
    where calls.meeting_id = p_meeting_id
      and (
        reads_all
        or calls.shared_at is not null
        or (meeting.reading = 'call' and calls.ended_at is null and private.is_present(p_user_id, calls.id))
      )
  );
end
$$;

-- Returns the stays of the user in all calls of a meeting. Calls have no `seq` in common.
create function private.stays_in_meeting(p_user_id uuid, p_meeting_id uuid) returns int8multirange
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (
      select range_agg(attendance.stays)
      from public.calls
      join public.attendance on attendance.call_id = calls.id
      where calls.meeting_id = p_meeting_id and attendance.user_id = p_user_id
    ),
    '{}'
  );
end
$$;

-- Shares the whole call with everyone who attended it, also after the meeting. A repeat changes nothing.
create function private.share_call(p_call_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.require_call_reader(caller_id, p_call_id);
  perform private.check_rate_limit(caller_id, 'moderatorActionsPerMinute');
  if coalesce(
    (select private.moderation_rank(caller_id, meeting_id) from public.calls where id = p_call_id), 0
  ) < 2 then
    perform private.raise_error('role/host-needed');
  end if;
  update public.calls set shared_at = now() where id = p_call_id and shared_at is null;
end
$$;
grant execute on function private.share_call(uuid) to authenticated;

create function public.share_call(p_call_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.share_call(p_call_id)
$$;
grant execute on function public.share_call(uuid) to authenticated;
