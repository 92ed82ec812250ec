-- Functions that return lines in the shape of contracts/lines.ts.
--
-- They take many lines at once: one statement reads a page.

-- Returns the lines in the given order. The type is json, not jsonb: a page of 500 lines is built once and not
-- processed further here. One plan serves every call: planning takes longer than reading one line.
create function private.lines_json(p_lines public.lines[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(
      json_agg(
        json_build_object(
          'id', line.id,
          'call_id', line.call_id,
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
      forwarded, edited_at, deleted_at, spoken_at, spoken_ms, typed_by, corrected_by, place
    )
  );
end
$$;

create function private.line_json(p_line public.lines) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (private.lines_json(array[p_line]) -> 0)::jsonb;
end
$$;

-- Broadcasts an event about an earlier line. If participants read only while present, people in the call may not read it.
-- Then another event follows instead: its readers notice the missing number and request the changes. Requires the
-- meeting's row lock.
create function private.broadcast_to_line_readers(p_line public.lines, p_event text, p_payload jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if (select reading = 'present' from public.meetings where id = p_line.meeting_id) and exists (
    select from public.call_peers
    where call_id = p_line.call_id
      and left_at is null
      and not private.can_read_line(user_id, p_line.call_id, p_line.seq)
  ) then
    perform private.broadcast_meeting_changed(p_line.meeting_id);
  else
    perform private.broadcast_to_meeting(p_line.meeting_id, p_line.changed, p_event, p_payload, p_line.call_id);
  end if;
end
$$;

-- Broadcasts a changed line. Unless its words are the same, it deletes earlier broadcasts of the line first: they have words
-- that were edited, corrected or deleted.
create function private.broadcast_line_changed(p_line public.lines, p_same_words boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line_json jsonb := private.line_json(p_line);
begin
  if not p_same_words then
    perform private.delete_line_broadcasts(p_line);
  end if;
  perform private.broadcast_to_line_readers(p_line, 'line_changed', jsonb_build_object('line', line_json));
  return line_json;
end
$$;

-- Returns a page of lines. `p_lines` contains one line more than the page when there are more.
create function private.lines_page_json(p_lines public.lines[], p_page_size int) returns json
language plpgsql stable set search_path = '' as $$
begin
  return json_build_object(
    'lines', private.lines_json(p_lines[:p_page_size]), 'more', cardinality(p_lines) > p_page_size
  );
end
$$;
