-- Functions that read the timeline.

-- Returns lines of a meeting that stores nothing, from the broadcasts of the last minute. The user must have been in
-- the call when the line was broadcast. After leaving they get the lines up to that moment; after reconnecting, also
-- those of the gap. If participants read only while present, those who left and came back do not get it.
create function private.ephemeral_lines(
  p_user_id uuid, p_meeting_id uuid, p_after_seq bigint, p_until_seq bigint
) returns jsonb
language plpgsql stable set search_path = '' set timezone to 'UTC' as $$
declare
  open_call_id uuid := (select id from public.calls where meeting_id = p_meeting_id and ended_at is null);
  reads_stay_only boolean := (select reading = 'present' from public.meetings where id = p_meeting_id);
begin
  return (
    select coalesce(jsonb_agg(payload -> 'line' order by (payload ->> 'seq')::bigint), '[]')
    from realtime.messages
    where topic = any (private.recent_call_topics(p_meeting_id, open_call_id))
      and private is true
      and extension = 'broadcast'
      and event = 'line_posted'
      and inserted_at > localtimestamp - private.limit_interval('broadcastTtlMs')
      and (payload ->> 'seq')::bigint > p_after_seq
      and (payload ->> 'seq')::bigint <= p_until_seq
      and exists (
        select from public.attendance
        where call_id = (payload -> 'line' ->> 'call_id')::uuid
          and user_id = p_user_id
          and case when reads_stay_only then present_since else joined_at end <= inserted_at::timestamptz
          and (left_at is null or left_at >= inserted_at::timestamptz)
      )
  );
end
$$;

-- Returns everything written in a meeting after `p_after_seq` that the caller may read of the calls that they attended.
-- Guests read it until the meeting ends. A full page ends at its last line; later lines and participants are on the next page.
create function private.changes_since(p_meeting_id uuid, p_after_seq bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  after_seq bigint := coalesce(p_after_seq, 0);
  page_size int := private.limit_value('changesPerPage');
  meeting public.meetings;
  whole_call_ids uuid[] := private.whole_calls_attended(caller_id, p_meeting_id);
  attended_stays int8multirange := private.stays_in_meeting(caller_id, p_meeting_id);
  found_lines public.lines[];
  until_seq bigint;
begin
  perform private.require_admitted(caller_id, p_meeting_id);
  select * into meeting from public.meetings where id = p_meeting_id;
  if not private.is_participant(caller_id, p_meeting_id) then
    perform private.raise_error('meeting/ended');
  end if;

  found_lines := array(
    select changed_lines.line
    from public.calls
    join public.attendance on attendance.call_id = calls.id and attendance.user_id = caller_id
    -- A page of each call, so that calls which the caller did not attend are not read.
    cross join lateral (
      select lines as line from public.lines
      where lines.call_id = calls.id
        and lines.changed > after_seq
        and (calls.id = any (whole_call_ids) or lines.seq <@ attended_stays)
      order by lines.changed
      limit page_size + 1
    ) as changed_lines
    where calls.meeting_id = p_meeting_id
    order by (changed_lines.line).changed
    limit page_size + 1
  );
  until_seq := case
    when cardinality(found_lines) > page_size then (found_lines[page_size]).changed
    else greatest(meeting.seq, after_seq)
  end;

  return jsonb_build_object(
    'seq', until_seq,
    'epoch', meeting.epoch,
    'more', cardinality(found_lines) > page_size,
    'meeting', private.meeting_json(meeting),
    'lines', private.lines_json(
      array(select line from unnest(found_lines) as line where line.changed <= until_seq)
    )::jsonb
      || case meeting.keep
        when 'nothing' then private.ephemeral_lines(caller_id, p_meeting_id, after_seq, until_seq)
        else '[]'
      end,
    'participants', (
      select coalesce(jsonb_agg(private.participant_json(participants) order by number), '[]')
      from public.participants
      where meeting_id = p_meeting_id and seq > after_seq and seq <= until_seq
    ),
    'peers', (
      select coalesce(jsonb_agg(peers), '[]')
      from public.calls, jsonb_array_elements(private.live_peers_json(calls.id)) as peers
      where calls.meeting_id = p_meeting_id and calls.ended_at is null
    )
  );
end
$$;
grant execute on function private.changes_since(uuid, bigint) to authenticated;

create function public.changes_since(p_meeting_id uuid, p_after_seq bigint) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.changes_since(p_meeting_id, p_after_seq)
$$;
grant execute on function public.changes_since(uuid, bigint) to authenticated;

-- The planner takes a filter by ranges for selective, and would read the whole call to sort it. Without sorting it reads
-- the index in order. The two functions that switch sorting off contain nothing else: the setting also holds for the
-- functions that they call, and there it hides the difference between an index and a whole table.

-- Returns readable lines of a call before `p_before_seq`, newest first; null reads the newest.
create function private.lines_before(
  p_call_id uuid, p_before_seq bigint, p_readable int8multirange, p_limit int
) returns public.lines[]
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return array(
    select lines
    from public.lines
    where call_id = p_call_id
      and seq < least(p_before_seq, private.end_of_ranges(p_readable))
      and seq >= private.start_of_ranges(p_readable)
      and seq <@ p_readable
    order by seq desc
    limit p_limit
  );
end
$$;

-- Returns readable lines of a call after `p_after_seq`, oldest first; null reads the first.
create function private.lines_after(
  p_call_id uuid, p_after_seq bigint, p_readable int8multirange, p_limit int
) returns public.lines[]
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return array(
    select lines
    from public.lines
    where call_id = p_call_id
      and seq > coalesce(p_after_seq, 0)
      and seq >= private.start_of_ranges(p_readable)
      and seq < private.end_of_ranges(p_readable)
      and seq <@ p_readable
    order by seq
    limit p_limit
  );
end
$$;

-- Returns a page of a call's lines before `p_before_seq`, oldest first; null reads the newest page.
create function private.history(p_call_id uuid, p_before_seq bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size int := private.limit_value('historyLinesPerPage');
  readable int8multirange := private.require_readable_ranges(private.require_user_id(), p_call_id);
  found_lines public.lines[] := private.lines_before(p_call_id, p_before_seq, readable, page_size + 1);
begin
  return json_build_object(
    'lines', private.lines_json(array(select line from unnest(found_lines[:page_size]) as line order by line.seq)),
    'more', cardinality(found_lines) > page_size
  );
end
$$;
grant execute on function private.history(uuid, bigint) to authenticated;

create function public.history(p_call_id uuid, p_before_seq bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select private.history(p_call_id, p_before_seq)
$$;
grant execute on function public.history(uuid, bigint) to authenticated;

-- Returns a page of a call's lines after `p_after_seq`, oldest first; null reads the first page.
create function private.transcript(p_call_id uuid, p_after_seq bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size int := private.limit_value('transcriptLinesPerPage');
  readable int8multirange := private.require_readable_ranges(private.require_user_id(), p_call_id);
begin
  return private.lines_page_json(private.lines_after(p_call_id, p_after_seq, readable, page_size + 1), page_size);
end
$$;
grant execute on function private.transcript(uuid, bigint) to authenticated;

create function public.transcript(p_call_id uuid, p_after_seq bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select private.transcript(p_call_id, p_after_seq)
$$;
grant execute on function public.transcript(uuid, bigint) to authenticated;

-- Returns how many lines came after `p_after_seq`, and the first page of the marked ones.
create function private.missed_lines(p_call_id uuid, p_after_seq bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  after_seq bigint := coalesce(p_after_seq, 0);
  readable int8multirange := private.require_readable_ranges(private.require_user_id(), p_call_id);
begin
  return jsonb_build_object(
    'lines', (
      select count(*) from public.lines
      where call_id = p_call_id and seq > after_seq and seq <@ readable and deleted_at is null
    ),
    'marks', private.lines_json(
      array(
        select lines
        from public.line_marks
        join public.lines on lines.id = line_marks.line_id
        where line_marks.call_id = p_call_id and line_marks.seq > after_seq and line_marks.seq <@ readable
        order by line_marks.seq
        limit private.limit_value('transcriptLinesPerPage')
      )
    )
  );
end
$$;
grant execute on function private.missed_lines(uuid, bigint) to authenticated;

create function public.missed_lines(p_call_id uuid, p_after_seq bigint default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.missed_lines(p_call_id, p_after_seq)
$$;
grant execute on function public.missed_lines(uuid, bigint) to authenticated;

-- Returns whether a text contains a web address by the rule of contracts/text/webAddresses.ts, which says where it ends.
create function private.has_web_address(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  -- Most lines have none, and a search for a substring is cheap.
  return (position('://' in p_text) > 0 or p_text ilike '%www.%') and p_text ~* (
    '(https?://|(?<![a-z0-9.@/_-])www\.)'
      '([^\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3020\uff00-\uff20]'
      '|\[[0-9a-f:.]{2,45}\])'
  );
end
$$;

-- Returns the first lines that contain a web address.
create function private.lines_with_links(p_call_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page_size int := private.limit_value('transcriptLinesPerPage');
  readable int8multirange := private.require_readable_ranges(private.require_user_id(), p_call_id);
  found_lines public.lines[];
begin
  found_lines := array(
    select lines
    from public.lines
    where call_id = p_call_id and seq <@ readable and private.has_web_address(text)
    order by seq
    limit page_size + 1
  );
  return private.lines_page_json(found_lines, page_size);
end
$$;
grant execute on function private.lines_with_links(uuid) to authenticated;

create function public.lines_with_links(p_call_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.lines_with_links(p_call_id)
$$;
grant execute on function public.lines_with_links(uuid) to authenticated;
