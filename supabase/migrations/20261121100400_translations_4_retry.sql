-- Functions that report a translation as wrong and request a new one.

create function private.report_translation(p_line_id uuid, p_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  perform private.check_rate_limit(caller_id, 'translationReportsPerMinute');
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
grant execute on function private.report_translation(uuid, text) to authenticated;

create function public.report_translation(p_line_id uuid, p_language text) returns void
language sql security invoker set search_path = '' as $$
  select private.report_translation(p_line_id, p_language)
$$;
grant execute on function public.report_translation(uuid, text) to authenticated;

-- Releases a translation to be made again. The page then requests `translate`, which claims it and consumes the
-- quota. A translation in progress is left alone.
create function private.retry_translation(p_line_id uuid, p_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
  translation public.translations;
begin
  perform private.check_rate_limit(caller_id, 'translationRetriesPerMinute');
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
grant execute on function private.retry_translation(uuid, text) to authenticated;

create function public.retry_translation(p_line_id uuid, p_language text) returns void
language sql security invoker set search_path = '' as $$
  select private.retry_translation(p_line_id, p_language)
$$;
grant execute on function public.retry_translation(uuid, text) to authenticated;
