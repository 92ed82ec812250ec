-- A written summary of a call, made by a model outside: from the lines as they were said, once for all who read the call.

-- One for each call. `made_of` is the state of the lines (`call_lines_version`) that it was made of; null: there is none yet. It stands
-- while a newer one is made. `claimed_of`, `status`, `attempts`, `lease_until`: of the last try to make one, by one request at
-- a time.
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
grant select on public.summaries to authenticated;

create policy "Readers of a call read its summary" on public.summaries
for select to authenticated
using (private.caller_can_read_call(call_id));

-- Each sentence with the lines that it rests upon, and what it is in other languages: `{"es": "…"}`.
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
grant select on public.summary_sentences to authenticated;

create policy "Readers of a call read the sentences of its summary" on public.summary_sentences
for select to authenticated
using (private.caller_can_read_call(call_id));

-- How a summary stands in a language that it is not written in. The states are those of `translations`, as is `again`: ready,
-- and to be made again, for words of the glossary changed.
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
grant select on public.summary_translations to authenticated;

create policy "Readers of a call read the translations of its summary" on public.summary_translations
for select to authenticated
using (private.caller_can_read_call(call_id));

-- What somebody took back is not told on: a sentence goes with any line that it rests upon.
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
