-- A reader says that a translation is wrong, or has it made again.

-- What was wrong, for the glossary to come: the text as it stood then, since it may be made again.
create table public.translation_reports (
  line_id uuid not null references public.lines on delete cascade,
  revision int not null check (revision > 0),
  language text not null check (private.is_language(language)),
  reporter uuid not null references public.profiles on delete cascade,
  text text not null check (char_length(text) between 1 and 20000),
  engine text,
  created_at timestamptz not null default now(),
  primary key (line_id, revision, language, reporter)
);
revoke all on public.translation_reports from public, anon, authenticated, service_role;
alter table public.translation_reports enable row level security;
grant select on public.translation_reports to authenticated;

create index translation_reports_reporter_idx on public.translation_reports (reporter);

create policy "one reads one's own reports" on public.translation_reports
for select to authenticated
using (reporter = (select auth.uid()));

-- `retries`: how often a reader had it made again. `again`: a ready one is to be made again; its text stands until there
-- is a better one, so that nobody can take it from the others while no engine is up.
alter table public.translations
  drop constraint translations_attempts_check,
  add constraint translations_attempts_check check (attempts between 0 and 3),
  add column retries int not null default 0 check (retries >= 0),
  add column again boolean not null default false,
  add check (status = 'ready' or not again);

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

-- Claims one translation for the length of a lease: it is missing, or failed and may be tried again, or is to be made
-- again, or its claimer did not come back. Answers whether it is the caller's now, and if not, how it stands. While no
-- engine is up nothing is claimed, so that neither tries nor quotas are spent on nothing.
create or replace function private.claim_translation(
  line public.lines,
  target text,
  person uuid,
  engine_up boolean,
  out taken boolean,
  out status text,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  known public.translations;
begin
  select * into known from public.translations as existing
  where existing.line_id = line.id and existing.revision = line.revision and existing.language = target
  for no key update;
  taken := false;
  status := known.status;
  reason := known.reason;
  if status = 'unavailable'
    or (status = 'ready' and not known.again)
    or (status in ('claimed', 'ready') and known.lease_until > now())
  then
    return;
  end if;

  if not engine_up then
    if not coalesce(known.again, false) then
      status := 'failed';
      reason := 'translate/unavailable';
    end if;
    return;
  end if;
  if known.attempts >= private.bound('translateTries') then
    if known.again then
      update public.translations as existing set again = false
      where existing.line_id = line.id and existing.revision = line.revision and existing.language = target;
      return;
    end if;
    update public.translations as existing set status = 'unavailable', reason = 'translate/unavailable'
    where existing.line_id = line.id and existing.revision = line.revision and existing.language = target;
    status := 'unavailable';
    reason := 'translate/unavailable';
    return;
  end if;
  if not private.spend_characters(person, line.meeting_id, char_length(line.text)) then
    if not coalesce(known.again, false) then
      status := 'failed';
    end if;
    reason := 'translate/quota';
    return;
  end if;

  insert into public.translations as existing (line_id, revision, language, status, lease_until)
  values (line.id, line.revision, target, 'claimed', now() + private.span('translateLease'))
  on conflict (line_id, revision, language) do update
  set
    status = case when existing.again then 'ready' else 'claimed' end,
    reason = null,
    attempts = existing.attempts + 1,
    lease_until = excluded.lease_until;
  taken := true;
end
$$;

create or replace function private.claim_translations(line_ids uuid[], person uuid, engine_up boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line public.lines;
  target text;
  claim record;
  claimed jsonb := '[]';
  others jsonb := '[]';
begin
  if cardinality(line_ids) > private.bound('translateBatch') or person is null or engine_up is null then
    perform private.fail('request/invalid');
  end if;
  -- One claimer at a time: two pages ask for the same line within milliseconds, and the quotas are shared by all.
  perform pg_advisory_xact_lock(hashtext('private.claim_translations'));

  for line in
    select * from public.lines
    where id = any (line_ids) and deleted_at is null and private.may_read_call(person, call_id)
    order by id
  loop
    for target in select private.target_languages(line) loop
      claim := private.claim_translation(line, target, person, engine_up);
      if claim.taken then
        claimed := claimed || jsonb_build_object(
          'line_id', line.id,
          'revision', line.revision,
          'language', line.language,
          'text', line.text,
          'target', target
        );
      else
        others := others || jsonb_build_object(
          'line_id', line.id, 'language', target, 'status', claim.status, 'reason', claim.reason
        );
      end if;
    end loop;
  end loop;
  return jsonb_build_object('claimed', claimed, 'others', others);
end
$$;

-- Stores what engines answered, [{line_id, revision, language, status, text, engine, reason}], where it is still wanted:
-- the line has that revision and the row is still claimed, or to be made again. A text that cannot be one counts as
-- failed, and a failure at the last try is final; where an earlier text stands, it goes on standing. One broadcast for
-- each line. Answers [{line_id, language, status, reason}] of what it wrote.
create or replace function private.store_translations(results jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  written public.translations[];
  changed_line uuid;
  meeting uuid;
  number bigint;
begin
  perform from public.meetings
  where id in (
    select lines.meeting_id
    from jsonb_to_recordset(results) as result(line_id uuid)
    join public.lines on lines.id = result.line_id
  )
  order by id
  for no key update;

  with result as (
    select
      answer.*,
      answer.status = 'ready'
        and char_length(btrim(answer.text, private.blanks()))
          between private.bound('translation.min') and private.bound('translation.max') as good
    from jsonb_to_recordset(results) as answer(
      line_id uuid, revision int, language text, status text, text text, engine text, reason text
    )
  ),
  stored as (
    update public.translations
    set
      status = case
        when result.good or translations.again then 'ready'
        when result.status = 'unavailable' or translations.attempts >= private.bound('translateTries')
          then 'unavailable'
        else 'failed'
      end,
      text = case when result.good then btrim(result.text, private.blanks()) else translations.text end,
      engine = case when translations.again and not result.good then translations.engine else result.engine end,
      reason = case
        when not result.good and not translations.again then coalesce(result.reason, 'translate/unavailable')
      end,
      again = false
    from result
    join public.lines on lines.id = result.line_id and lines.revision = result.revision
    where translations.line_id = result.line_id
      and translations.revision = result.revision
      and translations.language = result.language
      and (translations.status = 'claimed' or translations.again)
    returning translations as translation
  )
  select coalesce(array_agg(translation order by (translation).line_id, (translation).language), '{}')
  into written
  from stored;

  for changed_line, meeting in
    select lines.id, lines.meeting_id from public.lines
    where lines.id in (select translation.line_id from unnest(written) as translation)
    order by lines.id
  loop
    number := private.next_seq(meeting);
    update public.lines set changed = number where id = changed_line;
    perform private.announce(
      meeting,
      number,
      'translated',
      jsonb_build_object(
        'line_id', changed_line,
        'translations', (
          select jsonb_agg(private.translation_shape(translation))
          from unnest(written) as translation
          where translation.line_id = changed_line
        )
      )
    );
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'line_id', translation.line_id,
          'language', translation.language,
          'status', translation.status,
          'reason', translation.reason
        )
      ),
      '[]'
    )
    from unnest(written) as translation
  );
end
$$;
