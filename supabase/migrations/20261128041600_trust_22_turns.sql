-- Reads that cost a lot for hostile input have the limit of pages for each person, and refusals come before the work that an
-- error would not count.

create or replace function public.history(p_call_id uuid, p_before_seq bigint default null) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.history(p_call_id, p_before_seq)
$$;

create or replace function public.missed_lines(p_call_id uuid, p_after_seq bigint default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.missed_lines(p_call_id, p_after_seq)
$$;

create or replace function public.lines_with_files(p_call_id uuid) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.lines_with_files(p_call_id)
$$;

-- The view of all time zones reads them from disk each time. Without statistics, a plan would read the whole table. A name of
-- megabytes would be compared with many names by the rules of a language.
create table private.time_zones (name text primary key);
revoke all on private.time_zones from public, anon, authenticated, service_role;
alter table private.time_zones enable row level security;
insert into private.time_zones
select name from pg_catalog.pg_timezone_names where private.is_time_zone_name(name);

create or replace function private.is_time_zone(p_name text) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return private.is_time_zone_name(p_name) and exists (select from private.time_zones where name = p_name);
end
$$;

-- Rejects a word that the glossary has in another term, before its translations are cleaned. Null: in any state.
create function private.require_new_word(
  p_workspace_id uuid, p_term_id uuid, p_term text, p_language text, p_state text
) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_size(octet_length(p_term), private.max_bytes('term.max'), 'glossary/too-long');
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

create or replace function private.save_term(
  p_workspace_id uuid,
  p_term_id uuid,
  p_term text,
  p_language text,
  p_never boolean,
  p_translations jsonb,
  p_note text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  term public.glossary_terms;
begin
  perform private.require_workspace_member(caller_id, p_workspace_id);
  perform private.check_rate_limit_at_once(caller_id, 'termChangesPerMinute');
  perform private.require_new_word(p_workspace_id, p_term_id, p_term, p_language, 'approved');
  term := private.require_valid_term(p_term_id, p_term, p_language, p_never, p_translations, p_note);
  perform private.lock_glossary(p_workspace_id);
  if exists (select from public.glossary_terms where id = p_term_id and workspace_id <> p_workspace_id) then
    perform private.raise_error('request/not-allowed');
  end if;
  term.workspace_id := p_workspace_id;
  term := private.upsert_term(term, caller_id);
  if term.changed_at = now() then
    perform private.broadcast_terms_changed(p_workspace_id);
  end if;
  return private.term_json(term);
end
$$;

create or replace function private.propose_term(
  p_meeting_id uuid,
  p_term_id uuid,
  p_term text,
  p_language text,
  p_never boolean,
  p_translations jsonb,
  p_note text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_workspace_id uuid := (select workspace_id from public.meetings where id = p_meeting_id);
  proposal public.glossary_terms;
  previous public.glossary_terms;
begin
  perform private.require_term_proposer(caller_id, p_meeting_id, meeting_workspace_id);
  if meeting_workspace_id is null then
    perform private.raise_error('glossary/no-workspace');
  end if;
  perform private.check_rate_limit_at_once(caller_id, 'termProposalsPerMinute');
  perform private.require_new_word(meeting_workspace_id, p_term_id, p_term, p_language, null);
  proposal := private.require_valid_term(p_term_id, p_term, p_language, p_never, p_translations, p_note);
  proposal.workspace_id := meeting_workspace_id;
  perform private.lock_glossary(proposal.workspace_id);

  select * into previous from public.glossary_terms where id = p_term_id;
  if previous.id is not null
    and (previous.proposed_by, previous.meeting_id) is distinct from (caller_id, p_meeting_id)
  then
    perform private.raise_error('request/not-allowed');
  elsif previous.state = 'approved' then
    return private.term_json(previous);
  elsif exists (
    select from public.glossary_terms as other
    where other.workspace_id = proposal.workspace_id
      and other.language = proposal.language
      and lower(other.term) = lower(proposal.term)
      and other.id <> p_term_id
  ) then
    perform private.raise_error('glossary/duplicate');
  elsif previous.id is null then
    perform private.require_glossary_capacity(proposal.workspace_id, 'proposed');
    if (
      select count(*) from public.glossary_terms
      where workspace_id = proposal.workspace_id and state = 'proposed' and proposed_by = caller_id
    ) >= private.limit_value('glossaryProposalsPerPerson') then
      perform private.raise_error('glossary/full');
    end if;
  end if;
  insert into public.glossary_terms (
    id, workspace_id, term, language, never, translations, note, state, meeting_id, proposed_by
  )
  values (
    p_term_id, proposal.workspace_id, proposal.term, proposal.language, proposal.never, proposal.translations,
    proposal.note, 'proposed', p_meeting_id, caller_id
  )
  on conflict (id) do update
  set
    term = excluded.term,
    language = excluded.language,
    never = excluded.never,
    translations = excluded.translations,
    note = excluded.note,
    changed_at = now()
  returning * into proposal;
  return private.term_json(proposal);
end
$$;

-- Returns the bytes of a term that count for the size of a glossary.
create function private.term_bytes(p_term public.glossary_terms) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return octet_length(p_term.term) + octet_length(p_term.translations::text) + octet_length(p_term.note);
end
$$;

-- Returns whether the glossary has room for the terms, each of which replaces an approved one of the same language and word.
-- Requires the glossary's lock.
create function private.has_glossary_room(p_workspace_id uuid, p_terms public.glossary_terms[]) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  term_count bigint;
  byte_count bigint;
begin
  select count(*), coalesce(sum(private.term_bytes(stored)), 0)
  into term_count, byte_count
  from public.glossary_terms as stored
  where workspace_id = p_workspace_id
    and state = 'approved'
    and (language, lower(term)) not in (select given.language, lower(given.term) from unnest(p_terms) as given);
  return term_count + cardinality(p_terms) <= private.limit_value('glossaryTerms')
    and byte_count + (select sum(private.term_bytes(given)) from unnest(p_terms) as given)
      <= private.limit_value('glossaryBytes');
end
$$;

-- As before, but a full glossary refuses the last row before a term is stored. A result keeps the turn of the caller,
-- which an error would undo.
create or replace function private.import_terms(p_workspace_id uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  row_errors jsonb;
  terms public.glossary_terms[];
  term public.glossary_terms;
  previous public.glossary_terms;
  saved public.glossary_terms;
  added int := 0;
  changed int := 0;
  unchanged int := 0;
begin
  -- Concurrent imports would wait for the rate limit of the first, each with a connection that others need.
  if not pg_try_advisory_xact_lock(hashtextextended('private.import_terms:' || caller_id, 0)) then
    perform private.raise_error('request/rate-limited');
  end if;
  perform private.require_workspace_member(caller_id, p_workspace_id);
  perform private.require_json_size(
    p_rows,
    private.limit_value('termImportBytes') + private.limit_value('glossaryTerms') * 4 * private.limit_value('termNote.max'),
    'request/too-large'
  );
  if jsonb_typeof(p_rows) is distinct from 'array' then
    perform private.raise_error('request/invalid');
  elsif jsonb_array_length(p_rows) not between 1 and private.limit_value('glossaryTerms') then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_size(private.size_without_notes(p_rows), private.limit_value('termImportBytes'), 'request/too-large');
  perform private.check_rate_limit(caller_id, 'glossaryImportsPerMinute');
  select
    array_agg(candidate.term order by place),
    coalesce(
      jsonb_agg(jsonb_build_object('row', place, 'code', code) order by place) filter (where code is not null), '[]'
    )
  into terms, row_errors
  from private.import_candidates(p_rows) as candidate;
  if row_errors = '[]' then
    perform private.lock_glossary(p_workspace_id);
    if not private.has_glossary_room(p_workspace_id, terms) then
      row_errors := jsonb_build_array(jsonb_build_object('row', cardinality(terms), 'code', 'glossary/full'));
    end if;
  end if;
  if row_errors = '[]' then
    foreach term in array terms loop
      select * into previous from public.glossary_terms as existing
      where existing.workspace_id = p_workspace_id
        and existing.language = term.language
        and lower(existing.term) = lower(term.term);
      term.id := coalesce(previous.id, gen_random_uuid());
      term.workspace_id := p_workspace_id;
      saved := private.upsert_term(term, caller_id, false);
      added := added + (previous.id is null)::int;
      unchanged := unchanged + (saved is not distinct from previous)::int;
    end loop;
    changed := jsonb_array_length(p_rows) - added - unchanged;
    if added + changed > 0 then
      perform private.broadcast_terms_changed(p_workspace_id);
    end if;
  end if;
  return jsonb_build_object('added', added, 'changed', changed, 'unchanged', unchanged, 'refused', row_errors);
end
$$;
