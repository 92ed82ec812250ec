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

-- The view of all time zones reads them from disk each time. Without statistics, a plan would read the whole table.
create table private.time_zones (name text primary key);
revoke all on private.time_zones from public, anon, authenticated, service_role;
alter table private.time_zones enable row level security;
insert into private.time_zones
select name from pg_catalog.pg_timezone_names where private.is_time_zone_name(name);

create or replace function private.is_time_zone(p_name text) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return exists (select from private.time_zones where name = p_name);
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
  perform private.check_rate_limit(caller_id, 'termChangesPerMinute');
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
  perform private.check_rate_limit(caller_id, 'termProposalsPerMinute');
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
