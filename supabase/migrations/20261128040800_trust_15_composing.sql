-- Composing a text takes time that its author cannot raise.

-- Composes characters (NFC). The time of `normalize` grows with the square of a run of combining marks, so long words are
-- composed in pieces of 100 characters. Whether a text is composed already is found in linear time.
create function private.composed(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  piece_length constant int := 100;
begin
  if p_text is nfc normalized then
    return p_text;
  end if;
  return (
    select string_agg(
      case
        when char_length(word) <= piece_length then normalize(word, NFC)
        else (
          select string_agg(normalize(substr(word, start, piece_length), NFC), '' order by start)
          from generate_series(1, char_length(word), piece_length) as start
        )
      end,
      ' ' order by place
    )
    from unnest(string_to_array(p_text, ' ')) with ordinality as words (word, place)
  );
end
$$;

-- Returns the form in which mentions are searched: case, composition and the kind of apostrophe are ignored.
create or replace function private.mention_form(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return lower(translate(private.composed(p_text), '’ʼ', ''''''));
end
$$;

-- Returns the lines of calls, in the term's language, that contain the term. The calls are given newest first. The search ends
-- after `termSearchBytes`, newest lines of a call first.
create function private.lines_of_calls_with_term(p_call_ids uuid[], p_term public.glossary_terms)
returns table (id uuid, call_id uuid, revision int, seq bigint)
language plpgsql stable set search_path = '' as $$
declare
  pattern text := private.term_pattern(p_term);
begin
  return query
  select lines.id, lines.call_id, lines.revision, lines.seq
  from (
    select
      measured.id,
      sum(measured.bytes) over (order by given.place, measured.seq desc) - measured.bytes as bytes_before
    from unnest(p_call_ids) with ordinality as given (call_id, place)
    -- `offset 0`: the planner expects more lines, and would read those of all calls.
    cross join lateral (
      select candidate.id, candidate.seq, octet_length(candidate.text) as bytes from public.lines as candidate
      where candidate.call_id = given.call_id and candidate.language = p_term.language and candidate.deleted_at is null
      offset 0
    ) as measured
  ) as newest
  cross join lateral (
    select candidate.id, candidate.call_id, candidate.revision, candidate.seq, candidate.text
    from public.lines as candidate
    where candidate.id = newest.id
    offset 0
  ) as lines
  where newest.bytes_before < private.limit_value('termSearchBytes')
    and private.composed(lines.text) collate pg_catalog.pg_c_utf8 ~* pattern;
end
$$;

drop function private.lines_with_term(uuid, public.glossary_terms);
create function private.lines_with_term(p_call_id uuid, p_term public.glossary_terms)
returns table (id uuid, call_id uuid, revision int, seq bigint)
language plpgsql stable set search_path = '' as $$
begin
  return query select * from private.lines_of_calls_with_term(array[p_call_id], p_term);
end
$$;

-- Returns the sentences of the call's summary that contain the term, if the summary was translated.
create or replace function private.sentences_with_term(p_call_id uuid, p_term public.glossary_terms)
returns setof public.summary_sentences
language plpgsql stable set search_path = '' as $$
declare
  pattern text := private.term_pattern(p_term);
begin
  return query
  select sentence.* from public.summary_sentences as sentence
  join public.summaries using (call_id)
  where sentence.call_id = p_call_id
    and summaries.language = p_term.language
    and private.composed(sentence.text) collate pg_catalog.pg_c_utf8 ~* pattern
    and exists (select from public.summary_translations as translation where translation.call_id = p_call_id);
end
$$;
