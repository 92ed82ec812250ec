-- Reading the timeline, now that a guest reads only while the meeting goes on.

create or replace function private.changes(of_meeting uuid, after bigint) returns jsonb
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
    'lines', (
      select coalesce(jsonb_agg(private.line_shape(line) order by line.changed), '[]')
      from unnest(found_lines) as line
      where line.changed <= until
    ),
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
