-- Functions that find recent lines with a term and release their translations.

-- Returns a regular expression for the composed term. It matches whole words, except in scripts without spaces
-- between words. The collation counts vowel signs as letters; the default one of hosted Supabase would end a word of an
-- Indic script at each of them. Texts are compared with the same collation.
create function private.term_pattern(p_term public.glossary_terms) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case when is_word and p_term.term collate pg_catalog.pg_c_utf8 ~ '^\w' then '\y' else '' end
      || regexp_replace(p_term.term collate pg_catalog.pg_c_utf8, '([^[:alnum:][:space:]])', '\\\1', 'g')
      || case when is_word and p_term.term collate pg_catalog.pg_c_utf8 ~ '\w$' then '\y' else '' end
    from (select p_term.language <> all (array['ja', 'km', 'my', 'th', 'zh-Hans', 'zh-Hant'])) as script (is_word)
  );
end
$$;

-- Returns the lines of a call, in the term's language, that contain the term.
create function private.lines_with_term(p_call_id uuid, p_term public.glossary_terms) returns setof public.lines
language plpgsql stable set search_path = '' as $$
declare
  pattern text := private.term_pattern(p_term);
begin
  return query
  select * from public.lines
  where lines.call_id = p_call_id
    and lines.language = p_term.language
    and lines.deleted_at is null
    and normalize(lines.text, NFC) collate pg_catalog.pg_c_utf8 ~* pattern;
end
$$;

-- Returns the sentences of the call's summary that contain the term, if the summary was translated.
create function private.sentences_with_term(p_call_id uuid, p_term public.glossary_terms)
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
    and normalize(sentence.text, NFC) collate pg_catalog.pg_c_utf8 ~* pattern
    and exists (select from public.summary_translations as translation where translation.call_id = p_call_id);
end
$$;

-- Returns the calls in which a workspace's terms are searched: the newest ones, until they have enough lines.
create function private.term_search_calls(p_workspace_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query
  select newest.id
  from (
    select calls.id, sum(line_count) over (order by calls.started_at desc, calls.id) - line_count as lines_before
    from public.meetings
    join public.calls on calls.meeting_id = meetings.id
    where meetings.workspace_id = p_workspace_id
      and calls.started_at > now() - private.limit_interval('termSearchMaxAgeMs')
  ) as newest
  where newest.lines_before < private.limit_value('termSearchLines');
end
$$;

create function private.term_occurrences(p_term_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  term public.glossary_terms;
begin
  perform private.check_rate_limit(caller_id, 'termSearchesPerMinute');
  term := private.lock_term(caller_id, p_term_id);
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'call_id', calls.id,
          'meeting_id', meetings.id,
          'title', meetings.title,
          'started_at', calls.started_at,
          'lines', hits.lines,
          'sentences', hits.sentences
        )
        order by calls.started_at desc
      ),
      '[]'
    )
    from private.term_search_calls(term.workspace_id) as searched (call_id)
    join public.calls on calls.id = searched.call_id
    join public.meetings on meetings.id = calls.meeting_id
    -- `offset 0`: otherwise each use of a count would search the call again.
    cross join lateral (
      select
        (select count(*) from private.lines_with_term(calls.id, term)) as lines,
        (select count(*) from private.sentences_with_term(calls.id, term)) as sentences
      offset 0
    ) as hits
    where hits.lines + hits.sentences > 0
  );
end
$$;
grant execute on function private.term_occurrences(uuid) to authenticated;

create function public.term_occurrences(p_term_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.term_occurrences(p_term_id)
$$;
grant execute on function public.term_occurrences(uuid) to authenticated;

-- Releases the translations of lines with the term, newest lines first; the page then requests `translate`.
-- Translations of the summary are released too, if it contains the term; the next reader requests `summarise`.
-- Existing texts stay until they are replaced, and translations in progress are left alone.
create function private.retranslate_term(p_term_id uuid, p_call_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  term public.glossary_terms;
  freed uuid[];
begin
  perform private.check_rate_limit(caller_id, 'retranslationsPerMinute');
  term := private.lock_term(caller_id, p_term_id);
  if not exists (
    select from public.calls
    join public.meetings on meetings.id = calls.meeting_id
    where calls.id = p_call_id and meetings.workspace_id = term.workspace_id
  ) then
    perform private.raise_error('request/not-found');
  end if;
  with found_lines as (
    select id, revision, seq from private.lines_with_term(p_call_id, term)
    order by seq desc
    limit private.limit_value('linesPerRetranslation')
  ),
  freed_rows as (
    update public.translations
    set
      status = case translations.status when 'ready' then 'ready' else 'failed' end,
      again = translations.status = 'ready',
      attempts = 0,
      lease_until = now()
    from found_lines
    where translations.line_id = found_lines.id
      and translations.revision = found_lines.revision
      and translations.status <> 'claimed'
      and not translations.again
    returning translations.line_id, found_lines.seq
  )
  select coalesce(array_agg(line_id order by seq desc), '{}') into freed
  from (select distinct line_id, seq from freed_rows) as each_line;
  if exists (select from private.sentences_with_term(p_call_id, term)) then
    update public.summary_translations as translation
    set
      status = case translation.status when 'ready' then 'ready' else 'failed' end,
      again = translation.status = 'ready',
      attempts = 0,
      lease_until = now()
    where translation.call_id = p_call_id and translation.status <> 'claimed' and not translation.again;
  end if;
  return jsonb_build_object('line_ids', freed);
end
$$;
grant execute on function private.retranslate_term(uuid, uuid) to authenticated;

create function public.retranslate_term(p_term_id uuid, p_call_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.retranslate_term(p_term_id, p_call_id)
$$;
grant execute on function public.retranslate_term(uuid, uuid) to authenticated;
