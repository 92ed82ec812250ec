-- Measures a language before an index looks it up: to compare megabytes of invisible characters by the rules of a locale takes 80 ms.

-- As before, but an unknown language ends the work first.
create or replace function private.require_new_word(
  p_workspace_id uuid, p_term_id uuid, p_term text, p_language text, p_state text
) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_size(octet_length(p_term), private.max_bytes('term.max'), 'glossary/too-long');
  if not private.is_language(p_language) then
    perform private.raise_error('language/unknown');
  end if;
  if exists (
    select from public.glossary_terms
    where workspace_id = p_workspace_id
      and language = p_language
      and lower(term) = lower(private.clean_term(p_term))
      and id <> p_term_id
      and (p_state is null or state = p_state)
  ) then
    perform private.raise_error('glossary/duplicate');
  end if;
end
$$;

-- As before, but an unknown language ends the work before the line is locked.
create or replace function private.report_translation(p_line_id uuid, p_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  perform private.check_rate_limit(caller_id, 'translationReportsPerMinute');
  if not private.is_language(p_language) then
    perform private.raise_error('line/not-found');
  end if;
  line := private.lock_attended_line(caller_id, p_line_id);
  insert into public.translation_reports (line_id, revision, language, reporter, text, engine)
  select line_id, revision, language, caller_id, text, engine
  from public.translations
  where line_id = p_line_id and revision = line.revision and language = p_language and status = 'ready'
  on conflict (line_id, revision, language, reporter) do update
  set text = excluded.text, engine = excluded.engine, created_at = now();
  if not found then
    perform private.raise_error('line/not-found');
  end if;
end
$$;

-- As before, but an unknown language ends the work before the line is locked.
create or replace function private.retry_translation(p_line_id uuid, p_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
  translation public.translations;
begin
  perform private.check_rate_limit(caller_id, 'translationRetriesPerMinute');
  if not private.is_language(p_language) then
    perform private.raise_error('line/not-found');
  end if;
  line := private.lock_attended_line(caller_id, p_line_id);
  select * into translation from public.translations
  where line_id = p_line_id and revision = line.revision and language = p_language
  for no key update;
  if not found then
    perform private.raise_error('line/not-found');
  elsif translation.again or translation.status = 'claimed' then
    return;
  elsif translation.retries >= private.limit_value('translationRetriesPerLine') then
    perform private.raise_error('request/rate-limited');
  end if;
  update public.translations
  set
    status = case status when 'ready' then 'ready' else 'failed' end,
    again = status = 'ready',
    attempts = 0,
    unanswered = 0,
    retries = retries + 1,
    lease_until = now()
  where line_id = p_line_id and revision = line.revision and language = p_language;
end
$$;
