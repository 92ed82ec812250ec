-- The translations of lines, and what readers found wrong with them.

-- One translation per line, revision and language, made once and read by all. States: claimed by one request until
-- `lease_until` → ready | failed (may be tried again) | unavailable (final; `reason` is a code of the catalogue).
-- `claim`: of which request it is; who has an older one has lost it. `attempts`: how often it was claimed and the claimer
-- did not come back, or the engine could not do this text; `unanswered`: how often an engine had it and said nothing.
-- `retries`: how often a reader had it made again. `again`: a ready one is to be made again; its text stands until there
-- is a better one, so that nobody can take it from the others while no engine is up.
create table public.translations (
  line_id uuid not null references public.lines on delete cascade,
  revision int not null check (revision > 0),
  language text not null check (private.is_language(language)),
  status text not null check (status in ('claimed', 'ready', 'failed', 'unavailable')),
  text text check (char_length(text) between 1 and 20000),
  engine text,
  reason text,
  attempts int not null default 1 check (attempts between 0 and 3),
  unanswered int not null default 0 check (unanswered >= 0),
  claim uuid not null default gen_random_uuid(),
  lease_until timestamptz not null,
  retries int not null default 0 check (retries >= 0),
  again boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (line_id, revision, language),
  check ((status = 'ready') = (text is not null)),
  check (status = 'ready' or not again)
);
revoke all on public.translations from public, anon, authenticated, service_role;
alter table public.translations enable row level security;
grant select on public.translations to authenticated;

-- By the policies of lines, as for reactions.
create policy "Readers of a line read its translations" on public.translations
for select to authenticated
using (exists (select from public.lines where lines.id = translations.line_id));

-- What a reader found wrong, for the glossary to come: the text as it stood then, since it may be made again.
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

create policy "Users read their own translation reports" on public.translation_reports
for select to authenticated
using (reporter = (select auth.uid()));
