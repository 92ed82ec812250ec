-- Guests of a meeting have half of a workspace's proposals.

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
