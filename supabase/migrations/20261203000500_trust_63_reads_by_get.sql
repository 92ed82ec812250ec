-- A function that is called by GET cannot count its turn, because the transaction is read-only, and would fail only after its work.

-- As before, and refuses functions by GET. Every function takes POST.
create or replace function private.admit_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
  refusal text;
begin
  if current_setting('request.method', true) in ('GET', 'HEAD') and current_setting('request.path', true) like '/rpc/%' then
    perform private.raise_error('request/not-taken');
  elsif caller_id is null then
    return;
  end if;
  refusal := private.session_refusal();
  if refusal is not null then
    if coalesce(current_setting('request.path', true), '') in ('/rpc/leave_call', '/rpc/withdraw_knock') then
      return;
    end if;
    raise exception using errcode = 'PT401', message = refusal;
  end if;
  perform private.take_slot(caller_id, 'concurrency.requests');
  if not private.has_refused_time_left(caller_id) then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;

-- As before, and adds up the stays of the caller after it has counted the request.
create or replace function private.changes_since(p_meeting_id uuid, p_after_seq bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  after_seq bigint := coalesce(p_after_seq, 0);
  page_size int := private.limit_value('changesPerPage');
  meeting public.meetings;
  whole_call_ids uuid[];
  attended_stays int8multirange;
  found_lines public.lines[];
  until_seq bigint;
begin
  perform private.check_rate_limit(caller_id, 'changesPerMinute');
  perform private.require_admitted(caller_id, p_meeting_id);
  select * into meeting from public.meetings where id = p_meeting_id;
  if not private.is_participant(caller_id, p_meeting_id) then
    perform private.raise_error('meeting/ended');
  end if;
  whole_call_ids := private.whole_calls_attended(caller_id, p_meeting_id);
  attended_stays := private.stays_in_meeting(caller_id, p_meeting_id);

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
