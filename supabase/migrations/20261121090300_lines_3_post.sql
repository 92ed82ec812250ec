-- Writing a line, and sending one on.

-- Of a person's sending of lines. It comes before every other lock.
create function private.sending_of(person uuid) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return hashtextextended('private.sending_of:' || person, 0);
end
$$;

-- Until the end of the transaction this person is sending lines.
create function private.begin_sending(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(private.sending_of(person));
end
$$;

-- Waits until what this person is sending is there, or was refused. Keeps no lock: it would hold up what they send next,
-- so it is taken in a transaction of its own, which is undone.
create function private.await_sending(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  begin
    perform pg_advisory_xact_lock_shared(private.sending_of(person));
    raise sqlstate 'PA000';
  exception when sqlstate 'PA000' then null;
  end;
end
$$;

-- Those of the ids that take part, each once.
create function private.known_people(in_meeting uuid, ids uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  if cardinality(ids) > private.bound('mentions') then
    perform private.fail('request/invalid');
  end if;
  return array(
    select user_id from public.participants
    where meeting_id = in_meeting and user_id = any (ids) and admission = 'admitted'
    order by number
  );
end
$$;

-- The line that is answered, when it is of the same meeting and the caller may read it; else none.
create function private.known_line(in_meeting uuid, person uuid, which uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select id from public.lines
    where id = which and meeting_id = in_meeting and private.has_attended(person, call_id)
  );
end
$$;

-- `within`: the name of the bound, `message` or `caption`.
create function private.require_text(text text, language text, within text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if char_length(text) < private.bound(within || '.min') then
    perform private.fail('line/empty');
  elsif char_length(text) > private.bound(within || '.max') then
    perform private.fail('line/too-long');
  elsif not private.is_language(language) then
    perform private.fail('language/unknown');
  end if;
end
$$;

-- The line that a page made before under this id, or null. It sends it again; the same id with other words, of another
-- kind, in another meeting, or of somebody else, is a conflict, and one that was changed since stands as it is now.
create function private.earlier_line(made public.lines) returns public.lines
language plpgsql stable set search_path = '' as $$
declare
  line public.lines;
begin
  select * into line from public.lines where id = made.id;
  if line.id is not null and (
    (line.meeting_id, line.author, line.kind, line.typed_by)
      is distinct from (made.meeting_id, made.author, made.kind, made.typed_by)
    or (line.revision = 1 and line.text <> made.text)
  ) then
    perform private.fail('line/conflict');
  end if;
  return line;
end
$$;

-- Gives a new line its place and tells it. In a meeting that keeps nothing it takes a number and is told, and there is no
-- row of it: who missed the broadcast is given it for a minute, see `fleeting_lines`. The caller holds the lock.
create function private.put_line(line public.lines, keep text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  shape jsonb;
begin
  line.seq := private.next_seq(line.meeting_id);
  line.changed := line.seq;
  line.revision := 1;
  line.created_at := now();
  if keep = 'days' then
    insert into public.lines select line.* on conflict (id) do nothing;
    if not found then
      perform private.fail('line/conflict');
    end if;
  end if;
  shape := private.line_shape(line) || jsonb_build_object('fleeting', keep = 'nothing');
  perform private.announce(line.meeting_id, line.seq, 'line_posted', jsonb_build_object('line', shape));
  return shape;
end
$$;

-- Lines go into a call that is open and that their author has entered. The caller holds the meeting's lock.
create function private.require_live(meeting public.meetings, in_call uuid, person uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_over(meeting) then
    perform private.fail('meeting/ended');
  elsif not private.has_attended(person, in_call)
    or exists (select from public.calls where id = in_call and ended_at is not null)
  then
    perform private.fail('meeting/not-entered');
  end if;
end
$$;

-- Posts a chat line into a call that the caller has entered and that is still open. The same id with the same text is a
-- repeat and answers the line that is there, whatever became of the call meanwhile: nothing lost, nothing twice.
create function private.post_line(
  line_id uuid, to_call uuid, in_language text, raw_text text, answers uuid, mentioned uuid[]
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_text text := private.clean_message(raw_text);
  meeting public.meetings;
  line public.lines;
  earlier public.lines;
begin
  perform private.begin_sending(me);
  if line_id is null then
    perform private.fail('request/invalid');
  end if;
  perform private.require_text(clean_text, in_language, 'message');
  meeting.id := private.meeting_of_call(me, to_call);
  line.id := line_id;
  line.meeting_id := meeting.id;
  line.kind := 'chat';
  line.author := me;
  line.text := clean_text;
  earlier := private.earlier_line(line);
  if earlier.id is not null then
    return private.line_shape(earlier);
  end if;
  perform private.take_turn(me, 'linesPerTenSeconds');
  meeting := private.lock_meeting(meeting.id);
  perform private.require_admitted(me, meeting.id);

  -- Sent twice at the same moment.
  earlier := private.earlier_line(line);
  if earlier.id is not null then
    return private.line_shape(earlier);
  end if;
  perform private.require_live(meeting, to_call, me);

  line.call_id := to_call;
  line.language := in_language;
  line.reply_to := case when meeting.keep = 'days' then private.known_line(meeting.id, me, answers) else answers end;
  line.mentions := private.known_people(meeting.id, mentioned);
  line.forwarded := false;
  return private.put_line(line, meeting.keep);
end
$$;
grant execute on function private.post_line(uuid, uuid, text, text, uuid, uuid[]) to authenticated;

create function public.post_line(
  id uuid, call_id uuid, language text, text text, reply_to uuid default null, mentions uuid[] default '{}'
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.post_line(id, call_id, language, text, reply_to, mentions)
$$;
grant execute on function public.post_line(uuid, uuid, text, text, uuid, uuid[]) to authenticated;

-- Copies a line that the caller may read into another meeting of theirs, as a new line of their own: into the last call
-- there that they were in, whether or not it is still open. A file that came with it goes along.
create function private.forward_line(new_id uuid, source uuid, to_meeting uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  origin public.lines;
  meeting public.meetings;
  line public.lines;
  earlier public.lines;
begin
  if new_id is null then
    perform private.fail('request/invalid');
  end if;
  select * into origin from public.lines where id = source;
  if origin.text is null or not private.may_read_call(me, origin.call_id) then
    perform private.fail('line/not-found');
  end if;
  perform private.require_admitted(me, to_meeting);
  line.id := new_id;
  line.meeting_id := to_meeting;
  line.kind := 'chat';
  line.author := me;
  line.text := origin.text;
  earlier := private.earlier_line(line);
  if earlier.id is not null then
    return private.line_shape(earlier);
  end if;
  perform private.take_turn(me, 'linesPerTenSeconds');
  meeting := private.lock_meeting(to_meeting);
  perform private.require_admitted(me, to_meeting);
  if private.is_over(meeting) then
    perform private.fail('meeting/ended');
  end if;
  select calls.id into line.call_id
  from public.calls
  join public.attendance on attendance.call_id = calls.id
  where calls.meeting_id = to_meeting and attendance.user_id = me
  order by calls.started_at desc
  limit 1;
  if not found then
    perform private.fail('meeting/not-entered');
  end if;

  line.language := origin.language;
  line.mentions := '{}';
  line.forwarded := true;
  perform private.forward_file(source, line, meeting.keep);
  return private.put_line(line, meeting.keep);
end
$$;
grant execute on function private.forward_line(uuid, uuid, uuid) to authenticated;

create function public.forward_line(id uuid, line_id uuid, meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.forward_line(id, line_id, meeting_id)
$$;
grant execute on function public.forward_line(uuid, uuid, uuid) to authenticated;
