-- Functions of lines, which now also apply to lines of the board.

-- Counts a new line of a call, for the limits of the call and of the person, and adds it to what its author may read.
create function private.count_call_line(p_line public.lines) returns void
language plpgsql set search_path = '' as $$
begin
  update public.calls set line_count = line_count + 1
  where id = p_line.call_id and line_count < private.limit_value('linesPerCall');
  if not found then
    perform private.raise_error('line/call-full');
  end if;
  update public.attendance set line_count = line_count + 1
  where call_id = p_line.call_id
    and user_id = coalesce(p_line.typed_by, p_line.author)
    and line_count < private.limit_value('linesPerPersonInCall');
  if not found then
    perform private.raise_error('line/quota');
  end if;
  -- Authors read their own lines, also those that were sent after they left.
  update public.attendance
  set stays = stays + int8multirange(int8range(p_line.seq, p_line.seq, '[]'))
  where call_id = p_line.call_id and user_id = p_line.author and not stays @> p_line.seq;
end
$$;

-- Counts a new line of a board, for the limits of the board and of the person.
create function private.count_board_line(p_line public.lines) returns void
language plpgsql set search_path = '' as $$
begin
  update public.meetings set board_line_count = board_line_count + 1
  where id = p_line.meeting_id and board_line_count < private.limit_value('board.lines');
  if not found then
    perform private.raise_error('line/board-full');
  end if;
  update public.participants set board_line_count = board_line_count + 1
  where meeting_id = p_line.meeting_id
    and user_id = p_line.author
    and board_line_count < private.limit_value('board.linesPerPerson');
  if not found then
    perform private.raise_error('line/quota');
  end if;
end
$$;

-- Returns the lines in the given order. The type is json, not jsonb: a page of 500 lines is built once and not
-- processed further here. One plan serves every call: planning takes longer than reading one line.
create or replace function private.lines_json(p_lines public.lines[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(
      json_agg(
        json_build_object(
          'id', line.id,
          'call_id', line.call_id,
          'about', line.about,
          'seq', line.seq,
          'changed', line.changed,
          'kind', line.kind,
          'author', line.author,
          'language', line.language,
          'text', coalesce(line.text, ''),
          'revision', line.revision,
          'reply_to', line.reply_to,
          'mentions', line.mentions,
          'forwarded', line.forwarded,
          'edited', line.edited_at is not null,
          'deleted', line.deleted_at is not null,
          'fleeting', false,
          'created_at', line.created_at,
          'spoken_at', line.spoken_at,
          'spoken_ms', line.spoken_ms,
          'typed_by', line.typed_by,
          'corrected_by', line.corrected_by,
          -- The first wording that the history has.
          'original', case
            when line.edited_at is not null then (
              select json_build_object('text', first.text, 'language', first.language)
              from public.line_corrections as first
              where first.line_id = line.id
              order by first.revision
              limit 1
            )
          end,
          'proposals', (select count(*) from public.line_proposals where line_proposals.line_id = line.id),
          'mark', (
            select json_build_object(
              'kind', line_marks.kind, 'who', line_marks.who, 'done', line_marks.done, 'by', line_marks.by
            )
            from public.line_marks
            where line_marks.line_id = line.id
          ),
          'file', (
            select json_build_object('name', files.name, 'type', files.type, 'bytes', files.bytes)
            from public.files
            where files.id = line.id and files.shared_at is not null and files.deleted_at is null
          ),
          'translations', (
            select coalesce(
              json_agg(
                json_build_object(
                  'language', translations.language,
                  'revision', translations.revision,
                  'status', translations.status,
                  'text', translations.text,
                  'engine', translations.engine,
                  'reason', translations.reason
                )
                order by translations.language
              ),
              '[]'
            )
            from public.translations
            where translations.line_id = line.id and translations.revision = line.revision
          ),
          -- Ordered by when each reaction was first given.
          'reactions', (
            select coalesce(json_agg(json_build_object('emoji', emoji, 'user_ids', people) order by first_at, emoji), '[]')
            from (
              select emoji, json_agg(user_id order by created_at, user_id) as people, min(created_at) as first_at
              from public.reactions
              where reactions.line_id = line.id
              group by emoji
            ) as given
          )
        )
        order by line.place
      ),
      '[]'
    )
    from (select * from unnest(p_lines) with ordinality as given) as line(
      id, meeting_id, call_id, seq, changed, kind, author, language, text, revision, created_at, reply_to, mentions,
      forwarded, edited_at, deleted_at, spoken_at, spoken_ms, typed_by, corrected_by, about, place
    )
  );
end
$$;

-- Broadcasts an event about an earlier line. If participants read only while present, people in the call may not read it.
-- Then another event follows instead: its readers notice the missing number and request the changes. Requires the
-- meeting's row lock.
create or replace function private.broadcast_to_line_readers(p_line public.lines, p_event text, p_payload jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_line.call_id is null then
    perform private.broadcast_board_changed(p_line);
  elsif (select reading = 'present' from public.meetings where id = p_line.meeting_id) and exists (
    select from public.call_peers
    where call_id = p_line.call_id
      and left_at is null
      and not private.can_read_line(user_id, p_line)
  ) then
    perform private.broadcast_meeting_changed(p_line.meeting_id);
  else
    perform private.broadcast_to_meeting(p_line.meeting_id, p_line.changed, p_event, p_payload, p_line.call_id);
  end if;
end
$$;

-- Numbers a new line and broadcasts it. A meeting that stores nothing numbers and broadcasts the line without a row.
-- Participants who missed the broadcast get the line for a minute: see `ephemeral_lines`. Requires the meeting's row
-- lock.
create or replace function private.insert_line(p_line public.lines, p_keep text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line_json jsonb;
begin
  perform private.consume_line_quota(coalesce(p_line.typed_by, p_line.author), p_line.meeting_id, p_line.text);
  p_line.seq := private.next_seq(p_line.meeting_id);
  p_line.changed := p_line.seq;
  p_line.revision := 1;
  p_line.created_at := now();
  if p_keep = 'days' then
    insert into public.lines select p_line.* on conflict (id) do nothing;
    if not found then
      perform private.raise_error('line/conflict');
    end if;
    if p_line.call_id is null then
      perform private.count_board_line(p_line);
    else
      perform private.count_call_line(p_line);
    end if;
  end if;
  line_json := private.line_json(p_line) || jsonb_build_object('fleeting', p_keep = 'nothing');
  if p_line.call_id is null then
    perform private.broadcast_board_changed(p_line);
  else
    perform private.broadcast_to_meeting(
      p_line.meeting_id, p_line.seq, 'line_posted', jsonb_build_object('line', line_json), p_line.call_id
    );
  end if;
  return line_json;
end
$$;

-- Returns the line that is replied to if it belongs to the meeting and the user attended its call, else null.
create or replace function private.resolve_reply_to(p_meeting_id uuid, p_user_id uuid, p_line_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select id from public.lines
    where id = p_line_id
      and meeting_id = p_meeting_id
      and private.has_attended(p_user_id, call_id)
      and private.can_read_line(p_user_id, lines)
  );
end
$$;

-- Copies a line that the caller may read into another of their meetings, as a new line of the caller. It goes into
-- the last call there that they attended, open or not. If nobody is in that call, everyone who attended it can read the
-- line. An attached file is copied too.
create or replace function private.forward_line(p_line_id uuid, p_source_line_id uuid, p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  source_line public.lines;
  meeting public.meetings;
  line public.lines;
  existing public.lines;
  line_json jsonb;
begin
  if p_line_id is null then
    perform private.raise_error('request/invalid');
  end if;
  select * into source_line from public.lines where id = p_source_line_id;
  if source_line.text is null or not private.can_read_line(caller_id, source_line) then
    perform private.raise_error('line/not-found');
  end if;
  perform private.require_admitted(caller_id, p_meeting_id);
  line.id := p_line_id;
  line.meeting_id := p_meeting_id;
  line.kind := 'chat';
  line.author := caller_id;
  line.text := source_line.text;
  existing := private.find_duplicate_line(line);
  if existing.id is not null then
    return private.line_json(existing);
  end if;
  perform private.check_line_rate_limit(caller_id, line.text);
  meeting := private.lock_meeting_row(p_meeting_id);
  perform private.require_admitted(caller_id, p_meeting_id);
  if private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  perform private.require_inside_or_entry(meeting, caller_id);
  select calls.id into line.call_id
  from public.calls
  join public.attendance on attendance.call_id = calls.id
  where calls.meeting_id = p_meeting_id and attendance.user_id = caller_id
  order by calls.started_at desc
  limit 1;
  if not found then
    perform private.raise_error('meeting/not-entered');
  end if;

  line.language := source_line.language;
  line.mentions := '{}';
  line.forwarded := true;
  perform private.copy_file(p_source_line_id, line, meeting.keep);
  line_json := private.insert_line(line, meeting.keep);
  if not exists (select from public.call_peers where call_id = line.call_id and left_at is null) then
    line.seq := (line_json ->> 'seq')::bigint;
    update public.attendance
    set stays = stays + int8multirange(int8range(line.seq, line.seq, '[]'))
    where call_id = line.call_id;
  end if;
  return line_json;
end
$$;
