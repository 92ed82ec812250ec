-- Reading the timeline.

-- Lines of a meeting that keeps nothing, out of the broadcasts that are not cleared away yet: for who came into the call
-- before they were told, and did not hear them. Who left is given what was told until then; who lost the line and is back,
-- what was told meanwhile too. Two days of them are two partitions.
create function private.fleeting_lines(person uuid, of_meeting uuid, after bigint, until bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(payload -> 'line' order by (payload ->> 'seq')::bigint), '[]')
    from realtime.messages
    where topic like 'meeting:' || of_meeting || ':%'
      and event = 'line_posted'
      -- Its column has no zone, as Realtime made it.
      and inserted_at > localtimestamp - interval '1 day'
      and (payload ->> 'seq')::bigint > after
      and (payload ->> 'seq')::bigint <= until
      and exists (
        select from public.attendance
        where call_id = (payload -> 'line' ->> 'call_id')::uuid
          and user_id = person
          and joined_at <= inserted_at::timestamptz
          and (left_at is null or left_at >= inserted_at::timestamptz)
      )
  );
end
$$;

-- All that was written in a meeting after `after`, of the calls that the caller was in; to a guest while the meeting goes
-- on. A full page ends at the last of its lines; what came later, participants too, is on the next.
create function private.changes(of_meeting uuid, after bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  since bigint := coalesce(after, 0);
  page int := private.bound('changesPage');
  meeting public.meetings;
  found_lines public.lines[];
  until bigint;
begin
  perform private.require_admitted(me, of_meeting);
  select * into meeting from public.meetings where id = of_meeting;
  if not private.takes_part(me, of_meeting) then
    perform private.fail('meeting/ended');
  end if;

  found_lines := array(
    select lines
    from public.lines
    where meeting_id = of_meeting
      and changed > since
      and call_id in (select call_id from public.attendance where user_id = me)
    order by changed
    limit page + 1
  );
  until := case
    when cardinality(found_lines) > page then (found_lines[page]).changed
    else greatest(meeting.seq, since)
  end;

  return jsonb_build_object(
    'seq', until,
    'epoch', meeting.epoch,
    'more', cardinality(found_lines) > page,
    'meeting', private.meeting_shape(meeting),
    'lines', private.line_shapes(array(select line from unnest(found_lines) as line where line.changed <= until))::jsonb
      || case meeting.keep
        when 'nothing' then private.fleeting_lines(me, of_meeting, since, until)
        else '[]'
      end,
    'participants', (
      select coalesce(jsonb_agg(private.participant_shape(participants) order by number), '[]')
      from public.participants
      where meeting_id = of_meeting and seq > since and seq <= until
    ),
    'peers', (
      select coalesce(jsonb_agg(peers), '[]')
      from public.calls, jsonb_array_elements(private.live_peer_shapes(calls.id)) as peers
      where calls.meeting_id = of_meeting and calls.ended_at is null
    )
  );
end
$$;
grant execute on function private.changes(uuid, bigint) to authenticated;

create function public.changes(meeting_id uuid, after bigint) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.changes(meeting_id, after)
$$;
grant execute on function public.changes(uuid, bigint) to authenticated;

-- A page of a call's lines before `before` (null: the newest), oldest first.
create function private.history(of_call uuid, before bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page int := private.bound('historyPage');
  found_lines public.lines[];
begin
  if not private.may_read_call(private.caller(), of_call) then
    perform private.fail('meeting/not-entered');
  end if;
  found_lines := array(
    select lines
    from public.lines
    where call_id = of_call and (before is null or seq < before)
    order by seq desc
    limit page + 1
  );
  return json_build_object(
    'lines', private.line_shapes(array(select line from unnest(found_lines[:page]) as line order by line.seq)),
    'more', cardinality(found_lines) > page
  );
end
$$;
grant execute on function private.history(uuid, bigint) to authenticated;

create function public.history(call_id uuid, before bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select private.history(call_id, before)
$$;
grant execute on function public.history(uuid, bigint) to authenticated;

-- A page of a call's lines after `after` (null: the first), oldest first.
create function private.transcript(of_call uuid, after bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page int := private.bound('transcriptPage');
  found_lines public.lines[];
begin
  perform private.require_reader(private.caller(), of_call);
  found_lines := array(
    select lines
    from public.lines
    where call_id = of_call and seq > coalesce(after, 0)
    order by seq
    limit page + 1
  );
  return private.page_of(found_lines, page);
end
$$;
grant execute on function private.transcript(uuid, bigint) to authenticated;

create function public.transcript(call_id uuid, after bigint default null) returns json
language sql stable security invoker set search_path = '' as $$
  select private.transcript(call_id, after)
$$;
grant execute on function public.transcript(uuid, bigint) to authenticated;

-- What came after `after`: how many lines, and those that somebody marked; of many of these the first page.
create function private.missed(of_call uuid, after bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since bigint := coalesce(after, 0);
begin
  perform private.require_reader(private.caller(), of_call);
  return jsonb_build_object(
    'lines', (
      select count(*) from public.lines where call_id = of_call and seq > since and deleted_at is null
    ),
    'marks', private.line_shapes(
      array(
        select lines
        from public.lines
        join public.line_marks on line_marks.line_id = lines.id
        where call_id = of_call and seq > since
        order by seq
        limit private.bound('transcriptPage')
      )
    )
  );
end
$$;
grant execute on function private.missed(uuid, bigint) to authenticated;

create function public.missed(call_id uuid, after bigint default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.missed(call_id, after)
$$;
grant execute on function public.missed(uuid, bigint) to authenticated;

-- Lines with an address of the web in them, the first of them.
create function private.linked_lines(of_call uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page int := private.bound('transcriptPage');
  found_lines public.lines[];
begin
  perform private.require_reader(private.caller(), of_call);
  found_lines := array(
    select lines
    from public.lines
    where call_id = of_call and text ~* 'https?://'
    order by seq
    limit page + 1
  );
  return private.page_of(found_lines, page);
end
$$;
grant execute on function private.linked_lines(uuid) to authenticated;

create function public.linked_lines(call_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.linked_lines(call_id)
$$;
grant execute on function public.linked_lines(uuid) to authenticated;
