-- Translations of lines, and reports of wrong translations.

-- One translation per line, revision and language, made once for all readers.
--
-- `status` is `claimed` by one request until `lease_until`, then `ready`, `failed` (may be retried) or `unavailable`
-- (final). `reason` is an error code of the catalogue. `claim` identifies the request that holds the row; a request
-- with an older claim has lost it.
--
-- `attempts` counts claims that were never completed or whose text the engine could not translate. `unanswered`
-- counts requests that an engine received without responding. `retries` counts requests by readers to translate
-- again. `again` marks a ready translation that is to be translated again. Its text stays until a better one arrives,
-- so that nobody can take it from the others while no engine responds. `charged_to` is the user whose quota paid for the
-- last claim.
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
  charged_to uuid,
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

-- Translations that a reader reported as wrong, for glossary suggestions. `text` is a copy, because the translation
-- may be replaced.
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

create index translation_reports_reporter_idx on public.translation_reports (reporter);
