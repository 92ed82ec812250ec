-- Functions that clean and validate a term.

-- Cleans a term and composes it (NFC), so that it matches whatever the keyboard produced.
create function private.clean_term(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return normalize(private.clean_name(p_text), NFC);
end
$$;

create function private.build_term(
  p_term text, p_language text, p_never boolean, p_translations jsonb, p_note text
) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
declare
  term public.glossary_terms;
begin
  term.term := private.clean_term(p_term);
  term.language := p_language;
  term.never := coalesce(p_never, false);
  term.translations := coalesce(p_translations, '{}');
  if jsonb_typeof(term.translations) = 'object' then
    select coalesce(
      jsonb_object_agg(
        entry.language,
        case
          when jsonb_typeof(entry.word) = 'string' then to_jsonb(private.clean_term(entry.word #>> '{}'))
          else entry.word
        end
      ),
      '{}'
    )
    into term.translations
    from jsonb_each(term.translations) as entry (language, word);
  end if;
  term.note := private.clean_message(p_note);
  return term;
end
$$;

-- Returns the error code of an invalid term; null for a valid one.
create function private.term_error(p_term public.glossary_terms) returns text
language plpgsql stable set search_path = '' as $$
declare
  texts text[];
begin
  if not private.is_language(p_term.language) then
    return 'language/unknown';
  elsif jsonb_typeof(p_term.translations) <> 'object' then
    return 'request/invalid';
  elsif exists (select from jsonb_object_keys(p_term.translations) as tag where not private.is_language(tag)) then
    return 'language/unknown';
  elsif exists (select from jsonb_each(p_term.translations) as entry where jsonb_typeof(entry.value) <> 'string')
    or (p_term.never and p_term.translations <> '{}')
    or p_term.translations ? p_term.language
  then
    return 'request/invalid';
  end if;
  texts := p_term.term || array(select value from jsonb_each_text(p_term.translations));
  if exists (
    select from unnest(texts) as text_value where char_length(text_value) < private.limit_value('term.min')
  ) then
    return 'glossary/empty';
  elsif char_length(p_term.note) > private.limit_value('termNote.max')
    or exists (select from unnest(texts) as text_value where char_length(text_value) > private.limit_value('term.max'))
  then
    return 'glossary/too-long';
  end if;
  return null;
end
$$;

-- Returns the cleaned term, or raises its error.
create function private.require_valid_term(
  p_term_id uuid, p_term text, p_language text, p_never boolean, p_translations jsonb, p_note text
) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
declare
  term public.glossary_terms;
begin
  perform private.require_size(octet_length(p_term), private.max_bytes('term.max'), 'glossary/too-long');
  perform private.require_size(octet_length(p_note), private.max_bytes('termNote.max'), 'glossary/too-long');
  perform private.require_json_size(
    p_translations,
    cardinality(private.languages()) * private.max_bytes('term.max'),
    'glossary/too-long'
  );
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
