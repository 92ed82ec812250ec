-- What a term may be.

-- A word of a glossary: one line, composed, so that it is found however somebody's keyboard makes its letters.
create function private.clean_term(raw text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return normalize(private.clean_name(raw), NFC);
end
$$;

create function private.make_term(
  raw_term text, in_language text, keep boolean, raw_translations jsonb, raw_note text
) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
declare
  term public.glossary_terms;
begin
  term.term := private.clean_term(raw_term);
  term.language := in_language;
  term.never := coalesce(keep, false);
  term.translations := coalesce(raw_translations, '{}');
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
  term.note := private.clean_message(raw_note);
  return term;
end
$$;

-- The code of what is wrong with a term; null when nothing is.
create function private.term_fault(term public.glossary_terms) returns text
language plpgsql stable set search_path = '' as $$
declare
  words text[];
begin
  if not private.is_language(term.language) then
    return 'language/unknown';
  elsif jsonb_typeof(term.translations) <> 'object' then
    return 'request/invalid';
  elsif exists (select from jsonb_object_keys(term.translations) as tag where not private.is_language(tag)) then
    return 'language/unknown';
  elsif exists (select from jsonb_each(term.translations) as entry where jsonb_typeof(entry.value) <> 'string')
    or (term.never and term.translations <> '{}')
    or term.translations ? term.language
  then
    return 'request/invalid';
  end if;
  words := term.term || array(select value from jsonb_each_text(term.translations));
  if exists (select from unnest(words) as word where char_length(word) < private.bound('term.min')) then
    return 'glossary/empty';
  elsif char_length(term.note) > private.bound('termNote.max')
    or exists (select from unnest(words) as word where char_length(word) > private.bound('term.max'))
  then
    return 'glossary/too-long';
  end if;
  return null;
end
$$;

-- A term as given, or a refusal.
create function private.read_term(
  id uuid, raw_term text, in_language text, keep boolean, raw_translations jsonb, raw_note text
) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
declare
  term public.glossary_terms := private.make_term(raw_term, in_language, keep, raw_translations, raw_note);
begin
  if id is null then
    perform private.fail('request/invalid');
  elsif private.term_fault(term) is not null then
    perform private.fail(private.term_fault(term));
  end if;
  term.id := id;
  return term;
end
$$;
