-- One translation per line, revision and language, made once and read by all. States: claimed by one request until
-- `lease_until` → ready | failed (may be tried again) | unavailable (final; `reason` is a code of the catalogue).
create table public.translations (
  line_id uuid not null references public.lines on delete cascade,
  revision int not null check (revision > 0),
  language text not null check (private.is_language(language)),
  status text not null check (status in ('claimed', 'ready', 'failed', 'unavailable')),
  text text check (char_length(text) between 1 and 20000),
  engine text,
  reason text,
  attempts int not null default 1 check (attempts between 1 and 3),
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (line_id, revision, language),
  check ((status = 'ready') = (text is not null))
);
revoke all on public.translations from public, anon, authenticated, service_role;
alter table public.translations enable row level security;
grant select on public.translations to authenticated;

-- The inner select is under the policies of lines: one rule, said once.
create policy "who reads the line reads its translations" on public.translations
for select to authenticated
using (exists (select from public.lines where lines.id = translations.line_id));

-- What was sent to engines on a day (UTC), in source characters x target languages. `subject` is the user or meeting;
-- the nil uuid stands for all of Parley. Nobody reads it but the functions that keep the quotas.
create table public.translation_usage (
  day date not null,
  scope text not null check (scope in ('user', 'meeting', 'all')),
  subject uuid not null,
  characters bigint not null check (characters >= 0),
  primary key (day, scope, subject)
);
revoke all on public.translation_usage from public, anon, authenticated, service_role;
alter table public.translation_usage enable row level security;
