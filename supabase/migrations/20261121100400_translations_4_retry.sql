-- A reader says that a translation is wrong, or has it made again.

create function private.report_translation(which uuid, in_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  line public.lines;
begin
  perform private.take_turn(me, 'reportsPerMinute');
  line := private.touch_line(me, which);
  insert into public.translation_reports (line_id, revision, language, reporter, text, engine)
  select line_id, revision, language, me, text, engine
  from public.translations
  where line_id = which and revision = line.revision and language = in_language and status = 'ready'
  on conflict (line_id, revision, language, reporter) do update
  set text = excluded.text, engine = excluded.engine, created_at = now();
  if not found then
    perform private.fail('line/not-found');
  end if;
end
$$;
grant execute on function private.report_translation(uuid, text) to authenticated;

create function public.report_translation(line_id uuid, language text) returns void
language sql security invoker set search_path = '' as $$
  select private.report_translation(line_id, language)
$$;
grant execute on function public.report_translation(uuid, text) to authenticated;

-- Frees a translation to be made again: the page asks `translate` next, which claims it and spends the quota. What is
-- under way stays under way.
create function private.retry_translation(which uuid, in_language text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  line public.lines;
  known public.translations;
begin
  perform private.take_turn(me, 'retriesPerMinute');
  line := private.touch_line(me, which);
  select * into known from public.translations
  where line_id = which and revision = line.revision and language = in_language
  for no key update;
  if not found then
    perform private.fail('line/not-found');
  elsif known.again or known.status = 'claimed' then
    return;
  elsif known.retries >= private.bound('translateRetries') then
    perform private.fail('request/rate-limited');
  end if;
  update public.translations
  set
    status = case status when 'ready' then 'ready' else 'failed' end,
    again = status = 'ready',
    attempts = 0,
    unanswered = 0,
    retries = retries + 1,
    lease_until = now()
  where line_id = which and revision = line.revision and language = in_language;
end
$$;
grant execute on function private.retry_translation(uuid, text) to authenticated;

create function public.retry_translation(line_id uuid, language text) returns void
language sql security invoker set search_path = '' as $$
  select private.retry_translation(line_id, language)
$$;
grant execute on function public.retry_translation(uuid, text) to authenticated;
