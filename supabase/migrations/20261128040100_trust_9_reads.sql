-- Reads that cost a lot in a very large meeting have a limit for each person. Otherwise one guest who repeats them slows
-- the lines of others by more than three times.

-- Returns a meeting with the calls that the caller may read, the newest first. `glossary` is for members of its workspace.
create or replace function private.meeting_page(p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  reading_language text := (select reads from public.profiles where id = caller_id);
  meeting public.meetings;
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  select * into meeting from public.meetings where id = p_meeting_id;
  if meeting.id is null
    or (meeting.host is distinct from caller_id and not private.can_read_meeting(meeting.id))
  then
    perform private.raise_error('request/not-found');
  end if;
  return jsonb_build_object(
    'meeting_id', meeting.id,
    'code', meeting.code,
    'title', meeting.title,
    'host_name', private.host_name(meeting),
    'ended', private.has_ended(meeting),
    'inside', (select count(*) from private.participants_in_call(meeting.id)),
    'people', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', number, 'colour', colour, 'display_name', display_name) order by number
        ),
        '[]'
      )
      from (
        select number, colour, display_name from public.participants
        where meeting_id = meeting.id and admission = 'admitted'
        order by number
        limit private.limit_value('homePageNamesPerMeeting')
      ) as named
    ),
    'people_count', (
      select count(*) from public.participants where meeting_id = meeting.id and admission = 'admitted'
    ),
    'calls', (
      select coalesce(
        jsonb_agg(
          private.home_call(caller_id, newest.id) || jsonb_build_object(
            'people', private.meeting_page_people(newest.call),
            'people_count', (select count(*) from public.attendance where call_id = newest.id),
            'summary', case when private.reads_whole_call(caller_id, newest.id) then
              private.meeting_page_summary(newest.id, reading_language)
            end
          )
          order by newest.started_at desc, newest.id
        ),
        '[]'
      )
      from (
        select calls.id, calls.started_at, calls as call
        from public.calls
        where calls.meeting_id = meeting.id and private.can_read_call(caller_id, calls.id)
        order by calls.started_at desc, calls.id
        limit private.limit_value('meetingPageCalls')
      ) as newest
    ),
    'glossary', case when private.has_workspace_role(caller_id, meeting.workspace_id, 'member') then
      jsonb_build_object(
        'workspace_id', meeting.workspace_id,
        'terms', (
          select count(*) from public.glossary_terms
          where workspace_id = meeting.workspace_id and state = 'approved'
        )
      )
    end
  );
end
$$;

create or replace function public.meeting_page(p_meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.meeting_page(p_meeting_id)
$$;

-- Returns the first lines that contain a web address.
create or replace function private.lines_with_links(p_call_id uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare
  page_size int := private.limit_value('transcriptLinesPerPage');
  caller_id uuid := private.require_user_id();
  readable int8multirange := private.require_readable_ranges(caller_id, p_call_id);
  found_lines public.lines[];
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
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

create or replace function public.lines_with_links(p_call_id uuid) returns json
language sql security invoker set search_path = '' as $$
  select private.lines_with_links(p_call_id)
$$;

-- Returns everything written in a meeting after `p_after_seq` that the caller may read of the calls that they attended.
-- Guests read it until the meeting ends. A full page ends at its last line; later lines and participants are on the next page.
create or replace function private.changes_since(p_meeting_id uuid, p_after_seq bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform private.check_rate_limit(caller_id, 'changesPerMinute');
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

create or replace function public.changes_since(p_meeting_id uuid, p_after_seq bigint) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.changes_since(p_meeting_id, p_after_seq)
$$;
