-- Written summaries of calls, their sentences and translations.
--
-- A language model writes a summary from the original lines, once for all readers of the call.

-- One summary per call. `made_of` is the version of the lines (`call_lines_version`) that the summary was made of;
-- null means that there is no summary yet. The summary stays while a newer one is made. `claimed_of`, `status`,
-- `attempts` and `lease_until` describe the last attempt; one request at a time makes it.
create table public.summaries (
  call_id uuid primary key references public.calls on delete cascade,
  made_of bigint,
  language text check (language is null or private.is_language(language)),
  lines_read int check (lines_read > 0),
  lines_all int check (lines_all >= lines_read),
  model text,
  made_at timestamptz,
  claimed_of bigint not null,
  status text not null check (status in ('claimed', 'ready', 'failed')),
  reason text,
  attempts int not null check (attempts between 0 and 3),
  lease_until timestamptz not null,
  check (num_nulls(made_of, language, lines_read, lines_all, model, made_at) in (0, 6)),
  check (status <> 'ready' or made_of is not null)
);
revoke all on public.summaries from public, anon, authenticated, service_role;
alter table public.summaries enable row level security;

-- Each sentence cites the lines that support it. `translations` maps languages to text: `{"es": "…"}`.
create table public.summary_sentences (
  call_id uuid not null references public.summaries on delete cascade,
  number int not null check (number > 0),
  text text not null check (char_length(text) between 1 and 500),
  line_ids uuid[] not null check (cardinality(line_ids) > 0),
  translations jsonb not null default '{}',
  primary key (call_id, number)
);
revoke all on public.summary_sentences from public, anon, authenticated, service_role;
alter table public.summary_sentences enable row level security;

-- State of a summary's translation into one language, with the statuses of `translations`. `again` marks a ready one
-- that is to be translated again because the glossary changed.
create table public.summary_translations (
  call_id uuid not null references public.summaries on delete cascade,
  language text not null check (private.is_language(language)),
  status text not null check (status in ('claimed', 'ready', 'failed', 'unavailable')),
  reason text,
  again boolean not null default false,
  attempts int not null check (attempts between 0 and 3),
  lease_until timestamptz not null,
  primary key (call_id, language),
  check (not again or status = 'ready')
);
revoke all on public.summary_translations from public, anon, authenticated, service_role;
alter table public.summary_translations enable row level security;

-- Deletes the sentences that cite a deleted line, so that a summary does not repeat retracted text.
create function private.purge_summary_sentences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.summary_sentences where call_id = old.call_id and old.id = any (line_ids);
  return null;
end
$$;

create trigger purge_summary_of_removed_line
after delete on public.lines
for each row execute function private.purge_summary_sentences();

create trigger purge_summary_of_deleted_line
after update of deleted_at on public.lines
for each row when (new.deleted_at is not null and old.deleted_at is null)
execute function private.purge_summary_sentences();
