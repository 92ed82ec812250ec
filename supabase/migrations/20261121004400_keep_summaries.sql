-- A written summary of a call, made by a model outside: from the lines as they were said, once for all who read the call.

-- One for each call. `made_of` is the state of the lines (`call_state`) that it was made of; null: there is none yet. It stands
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

create policy "who reads the call reads its summary" on public.summaries
for select to authenticated
using (private.can_read_call(call_id));

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

create policy "who reads the call reads the sentences of its summary" on public.summary_sentences
for select to authenticated
using (private.can_read_call(call_id));

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

create policy "who reads the call reads in which languages its summary is" on public.summary_translations
for select to authenticated
using (private.can_read_call(call_id));

-- What somebody took back is not told on: a sentence goes with any line that it rests upon.
create function private.forget_in_summary() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.summary_sentences where call_id = old.call_id and old.id = any (line_ids);
  return null;
end
$$;

create trigger lines_forget_in_summary
after delete on public.lines
for each row execute function private.forget_in_summary();

create trigger lines_deleted_forget_in_summary
after update of deleted_at on public.lines
for each row when (new.deleted_at is not null and old.deleted_at is null)
execute function private.forget_in_summary();

-- Another number after each line that came, was edited, corrected or deleted. Marks and reactions change no words.
create function private.call_state(of_call uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(revision), 0) from public.lines where call_id = of_call
  );
end
$$;

-- A lease that ran out is a try that failed.
create function private.read_summary(of_call uuid, target text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known public.summaries;
  is_lost boolean;
begin
  perform private.require_reader(private.caller(), of_call);
  select * into known from public.summaries where call_id = of_call;
  is_lost := known.status = 'claimed' and known.lease_until <= now();
  return jsonb_build_object(
    'state', case when is_lost then 'failed' else coalesce(known.status, 'none') end,
    'reason', case when is_lost then 'summary/unavailable' else known.reason end,
    'summary', case when known.made_of is not null then jsonb_build_object(
      'language', known.language,
      'made_at', known.made_at,
      'stale', known.made_of <> private.call_state(of_call),
      'lines_read', known.lines_read,
      'lines_all', known.lines_all,
      'sentences', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'text', sentence.text,
              'translation', sentence.translations ->> target,
              'lines', (
                select jsonb_agg(
                  jsonb_build_object('id', lines.id, 'at', coalesce(lines.spoken_at, lines.created_at)) order by lines.seq
                )
                from public.lines where lines.id = any (sentence.line_ids)
              )
            )
            order by sentence.number
          ),
          '[]'
        )
        from public.summary_sentences as sentence
        where sentence.call_id = of_call
      )
    ) end,
    'translation', case when target is not null and target <> known.language then coalesce(
      (
        select jsonb_build_object(
          'status', case
            when (status = 'claimed' or again) and lease_until > now() then 'claimed'
            when status = 'claimed' then 'failed'
            when again then 'again'
            else status
          end,
          'reason', reason
        )
        from public.summary_translations
        where summary_translations.call_id = of_call and summary_translations.language = target
      ),
      '{"status": "none", "reason": null}'
    ) end
  );
end
$$;
grant execute on function private.read_summary(uuid, text) to authenticated;

create function public.read_summary(call_id uuid, language text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_summary(call_id, language)
$$;
grant execute on function public.read_summary(uuid, text) to authenticated;

-- Lines with an address of the web in them, the first of them.
create function private.linked_lines(of_call uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  page int := private.bound('transcriptPage');
  found_lines public.lines[];
begin
  perform private.require_reader(private.caller(), of_call);
  found_lines := array(
    select lines
    from public.lines
    where call_id = of_call and text ~* 'https?://'
    order by seq
    limit page + 1
  );
  return private.page_of(found_lines, page);
end
$$;
grant execute on function private.linked_lines(uuid) to authenticated;

create function public.linked_lines(call_id uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.linked_lines(call_id)
$$;
grant execute on function public.linked_lines(uuid) to authenticated;
