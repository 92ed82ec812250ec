-- As before, but changes no term of another workspace, also if that stores it in the meantime.
create or replace function private.upsert_term(
  p_term public.glossary_terms, p_user_id uuid, p_check_capacity boolean default true
) returns public.glossary_terms
language plpgsql set search_path = '' as $$
declare
  previous public.glossary_terms;
begin
  select * into previous from public.glossary_terms as existing where existing.id = p_term.id;
  delete from public.glossary_terms as existing
  where existing.workspace_id = p_term.workspace_id
    and existing.language = p_term.language
    and lower(existing.term) = lower(p_term.term)
    and existing.id <> p_term.id
    and existing.state = 'proposed';
  if exists (
    select from public.glossary_terms as existing
    where existing.workspace_id = p_term.workspace_id
      and existing.language = p_term.language
      and lower(existing.term) = lower(p_term.term)
      and existing.id <> p_term.id
  ) then
    perform private.raise_error('glossary/duplicate');
  elsif previous.state is distinct from 'approved' then
    if p_check_capacity then
      perform private.require_glossary_capacity(p_term.workspace_id, 'approved');
    end if;
  elsif (previous.term, previous.language, previous.never, previous.translations, previous.note)
    = (p_term.term, p_term.language, p_term.never, p_term.translations, p_term.note)
  then
    return previous;
  end if;
  insert into public.glossary_terms as existing (
    id, workspace_id, term, language, never, translations, note, state, approved_by
  )
  values (
    p_term.id, p_term.workspace_id, p_term.term, p_term.language, p_term.never, p_term.translations, p_term.note,
    'approved', p_user_id
  )
  on conflict (id) do update
  set
    term = excluded.term,
    language = excluded.language,
    never = excluded.never,
    translations = excluded.translations,
    note = excluded.note,
    state = excluded.state,
    approved_by = excluded.approved_by,
    changed_at = now()
  where existing.workspace_id = excluded.workspace_id
  returning * into p_term;
  if not found then
    perform private.raise_error('request/not-allowed');
  end if;
  if p_check_capacity then
    perform private.require_glossary_capacity(p_term.workspace_id, 'approved', 0);
  end if;
  return p_term;
end
$$;

-- As before. The lock on the id is for saves and proposals of other workspaces, whose glossary has another lock.
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
  perform private.lock_new_id(p_term_id);
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

-- As before, with that lock and condition.
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
  perform private.lock_new_id(p_term_id);

  select * into previous from public.glossary_terms where id = p_term_id;
  if previous.id is not null
    and (previous.proposed_by, previous.meeting_id) is distinct from (caller_id, p_meeting_id)
  then
    perform private.raise_error('request/not-allowed');
  elsif previous.state = 'approved' then
    -- Its note may come from members by now.
    return private.term_json(previous) || case
      when private.has_workspace_role(caller_id, meeting_workspace_id, 'member') then '{}'
      else jsonb_build_object('note', '', 'approved_by', null)
    end;
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
    -- The guests of a meeting leave proposals to those of others.
    if (
      select count(*) from public.glossary_terms
      where workspace_id = proposal.workspace_id and state = 'proposed' and proposed_by = caller_id
    ) >= private.limit_value('glossaryProposalsPerPerson')
      or (
        select count(*) from public.glossary_terms where meeting_id = p_meeting_id and state = 'proposed'
      ) >= private.limit_value('glossaryProposals') / private.limit_value('quotaShares.guestOfGuests')
    then
      perform private.raise_error('glossary/full');
    end if;
  end if;
  insert into public.glossary_terms as existing (
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
  where existing.workspace_id = excluded.workspace_id
  returning * into proposal;
  if not found then
    perform private.raise_error('request/not-allowed');
  end if;
  return private.term_json(proposal);
end
$$;
