-- Composing a text takes time that its author cannot raise.

-- Composes characters (NFC). The time of `normalize` grows with the square of a run of combining marks, so each word is
-- composed in pieces of 100 characters.
create function private.composed(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- ASCII is composed.
  if octet_length(p_text) = char_length(p_text) then
    return p_text;
  end if;
  return (
    select string_agg(normalize(piece[1], NFC), '' order by place)
    from regexp_matches(p_text, '\S{1,100}\s*|\s+', 'g') with ordinality as pieces (piece, place)
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

-- Returns the lines of a call, in the term's language, that contain the term.
create or replace function private.lines_with_term(p_call_id uuid, p_term public.glossary_terms) returns setof public.lines
language plpgsql stable set search_path = '' as $$
declare
  pattern text := private.term_pattern(p_term);
begin
  return query
  select * from public.lines
  where lines.call_id = p_call_id
    and lines.language = p_term.language
    and lines.deleted_at is null
    and private.composed(lines.text) collate pg_catalog.pg_c_utf8 ~* pattern;
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
