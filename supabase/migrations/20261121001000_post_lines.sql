-- Writing a line, and reading the timeline.

-- Posts a chat line into a call that the caller has entered and that is still open. The same id with the same text is a
-- repeat and answers the line that is there, whatever became of the call meanwhile: nothing lost, nothing twice.
create function private.post_line(line_id uuid, to_call uuid, in_language text, raw_text text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_text text := private.clean_message(raw_text);
  meeting uuid;
  number bigint;
  line public.lines;
begin
  if line_id is null then
    perform private.fail('request/invalid');
  elsif char_length(clean_text) < private.bound('message.min') then
    perform private.fail('line/empty');
  elsif char_length(clean_text) > private.bound('message.max') then
    perform private.fail('line/too-long');
  elsif not private.is_language(in_language) then
    perform private.fail('language/unknown');
  end if;
  meeting := private.meeting_of_call(me, to_call);
  perform private.lock_meeting(meeting);

  select * into line from public.lines where id = line_id;
  if found then
    if line.author <> me or line.text <> clean_text then
      perform private.fail('line/conflict');
    end if;
    return private.line_shape(line);
  end if;

  if not private.has_attended(me, to_call)
    or exists (select from public.calls where id = to_call and ended_at is not null)
  then
    perform private.fail('meeting/not-entered');
  end if;
  if (
    select count(*) from public.lines where author = me and created_at > now() - interval '10 seconds'
  ) >= private.bound('linesPerTenSeconds') then
    perform private.fail('request/rate-limited');
  end if;

  number := private.next_seq(meeting);
  insert into public.lines (id, meeting_id, call_id, seq, changed, author, language, text)
  values (line_id, meeting, to_call, number, number, me, in_language, clean_text)
  on conflict (id) do nothing
  returning * into line;
  if line.id is null then
    perform private.fail('line/conflict');
  end if;
  perform private.announce(
    meeting, number, 'line_posted', jsonb_build_object('line', private.line_shape(line))
  );
  return private.line_shape(line);
end
$$;
grant execute on function private.post_line(uuid, uuid, text, text) to authenticated;

create function public.post_line(id uuid, call_id uuid, language text, text text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.post_line(id, call_id, language, text)
$$;
grant execute on function public.post_line(uuid, uuid, text, text) to authenticated;

-- All that was written in a meeting after `after`, of the calls that the caller may read. A full page ends at the last
-- of its lines; what came later, participants too, is on the next.
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
grant execute on function private.changes(uuid, bigint) to authenticated;

create function public.changes(meeting_id uuid, after bigint) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.changes(meeting_id, after)
$$;
grant execute on function public.changes(uuid, bigint) to authenticated;

-- A page of a call's lines before `before` (null: the newest), oldest first.
create function private.history(of_call uuid, before bigint) returns jsonb
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
  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(private.line_shape(line) order by line.seq), '[]')
      from unnest(found_lines[:page]) as line
    ),
    'more', cardinality(found_lines) > page
  );
end
$$;
grant execute on function private.history(uuid, bigint) to authenticated;

create function public.history(call_id uuid, before bigint default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.history(call_id, before)
$$;
grant execute on function public.history(uuid, bigint) to authenticated;
