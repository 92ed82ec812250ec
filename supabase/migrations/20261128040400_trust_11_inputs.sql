-- Input that is refused costs little: it is bounded before it is read, because a refusal undoes the count of the turn.

-- Returns the bytes that are accepted for text of a limited length: four for each character, and some more for what
-- cleaning removes.
create or replace function private.max_bytes(p_limit_name text) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  slack constant int := 400;
begin
  return 4 * private.limit_value(p_limit_name) + slack;
end
$$;

-- Rejects JSON of more bytes, and numbers with more than 100 digits before or behind the point. The eight bytes of
-- 1e131071 become 131,072 as text, so measure JSON before anything reads it as text.
create or replace function private.require_json_size(p_json jsonb, p_max_bytes bigint, p_error text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_size(pg_column_size(p_json), p_max_bytes, p_error);
  -- The path compares numbers in place; casting each of them takes five times as long. A zero can have hidden digits, too.
  if exists (
    select from jsonb_path_query(
      p_json, 'strict $.** ? (@.type() == "number" && (@ >= 1e100 || @ <= -1e100 || (@ < 1e-100 && @ > -1e-100)))'
    ) as found (number)
    where number::numeric <> 0 or scale(number::numeric) > 100
  ) then
    perform private.raise_error(p_error);
  end if;
end
$$;

-- Returns whether a text has twice the characters of the limit, so that cleaning it, which takes time, is needless.
create function private.is_far_too_long(p_text text, p_limit_name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return char_length(p_text) > 2 * private.limit_value(p_limit_name);
end
$$;

-- Returns the text, which is short enough to be cleaned, or raises the error.
create or replace function private.measured(p_text text, p_limit_name text, p_error text) returns text
language plpgsql stable set search_path = '' as $$
declare
  slack constant int := 400;
begin
  perform private.require_size(octet_length(p_text), private.max_bytes(p_limit_name), p_error);
  if char_length(p_text) > private.limit_value(p_limit_name) + slack then
    perform private.raise_error(p_error);
  end if;
  return p_text;
end
$$;

-- Cleans a term and composes it (NFC), so that it matches whatever the keyboard produced. One that is much too long stays too
-- long and is not cleaned: composing a run of marks cannot be cancelled.
create or replace function private.clean_term(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if private.is_far_too_long(p_text, 'term.max') then
    return left(p_text, private.limit_value('term.max')::int + 1);
  end if;
  return normalize(private.clean_name(p_text), NFC);
end
$$;

-- Returns the cleaned term, or raises its error.
create or replace function private.require_valid_term(
  p_term_id uuid, p_term text, p_language text, p_never boolean, p_translations jsonb, p_note text
) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
declare
  term public.glossary_terms;
  word text;
begin
  if jsonb_typeof(p_translations) = 'object'
    and (select count(*) from jsonb_object_keys(p_translations)) > cardinality(private.languages())
  then
    perform private.raise_error('language/unknown');
  end if;
  perform private.require_size(octet_length(p_term), private.max_bytes('term.max'), 'glossary/too-long');
  perform private.require_size(octet_length(p_note), private.max_bytes('termNote.max'), 'glossary/too-long');
  perform private.require_json_size(
    p_translations,
    cardinality(private.languages()) * private.max_bytes('term.max'),
    'glossary/too-long'
  );
  if private.is_far_too_long(p_term, 'term.max')
    or private.is_far_too_long(p_note, 'termNote.max')
  then
    perform private.raise_error('glossary/too-long');
  end if;
  -- The first word that is too long ends the work.
  for word in
    select found.word #>> '{}'
    from jsonb_path_query(p_translations, 'lax $.* ? (@.type() == "string")') as found (word)
  loop
    if char_length(private.clean_term(word)) > private.limit_value('term.max') then
      perform private.raise_error('glossary/too-long');
    end if;
  end loop;
  term := private.build_term(p_term, p_language, p_never, p_translations, p_note);
  if p_term_id is null then
    perform private.raise_error('request/invalid');
  elsif private.term_error(term) is not null then
    perform private.raise_error(private.term_error(term));
  end if;
  term.id := p_term_id;
  return term;
end
$$;

-- Stores all captions or none, in the given order. A repeated id is handled as in `post_line`. A meeting that stores
-- nothing sends captions from peer to peer only.
create or replace function private.post_captions(p_call_id uuid, p_captions jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  call public.calls;
  meeting public.meetings;
  caption_lines public.lines[];
  line public.lines;
  existing public.lines;
  new_count int := 0;
  results jsonb := '[]';
begin
  if jsonb_typeof(p_captions) is distinct from 'array' then
    perform private.raise_error('request/invalid');
  elsif jsonb_array_length(p_captions) not between 1 and private.limit_value('captionsPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_json_size(
    p_captions,
    private.limit_value('captionsPerRequest') * 2 * private.max_bytes('caption.max'),
    'request/too-large'
  );
  perform private.lock_sending(caller_id);
  select * into call from public.calls where id = p_call_id;
  caption_lines := array(
    select private.parse_caption(item, caller_id, call)
    from jsonb_array_elements(p_captions) with ordinality as given (item, place)
    order by place
  );
  perform private.require_meeting_of_call(caller_id, p_call_id);
  -- Two transactions that insert each other's ids would wait for each other, with the rows of their meetings locked.
  foreach line in array caption_lines loop
    if not pg_try_advisory_xact_lock(hashtextextended('private.post_captions:' || line.id, 0)) then
      perform private.raise_error('request/busy');
    end if;
  end loop;
  foreach line in array caption_lines loop
    existing := private.find_duplicate_line(line);
    new_count := new_count + (existing.id is null)::int;
  end loop;
  if new_count > 0 then
    perform private.check_rate_limit(caller_id, 'captionsPerTenSeconds', new_count);
    meeting := private.lock_meeting_row(call.meeting_id);
    perform private.require_admitted(caller_id, meeting.id);
  end if;

  foreach line in array caption_lines loop
    existing := private.find_duplicate_line(line);
    if existing.id is not null then
      results := results || private.line_json(existing);
      continue;
    end if;
    perform private.require_open_call(meeting, p_call_id, caller_id);
    perform private.require_caption_permission(line, caller_id);
    if meeting.keep = 'nothing' then
      perform private.raise_error('line/not-kept');
    end if;
    results := results || private.insert_line(line, meeting.keep);
  end loop;
  return jsonb_build_object('lines', results);
end
$$;
