-- Functions that propose terms and decide on proposals. Participants of a meeting and members of its workspace
-- propose terms; only members decide, because a term counts in all meetings of the workspace.

-- Rejects users who may not propose. Members always may; participants while they can read the meeting: guests until
-- it ends, accounts also later.
create function private.require_term_proposer(p_user_id uuid, p_meeting_id uuid, p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.has_workspace_role(p_user_id, p_workspace_id, 'member') then
    return;
  end if;
  perform private.require_admitted(p_user_id, p_meeting_id);
  if not private.is_participant(p_user_id, p_meeting_id) then
    perform private.raise_error('meeting/ended');
  end if;
end
$$;

-- Stores a proposal. A repeat with the same id updates it, and changes nothing after the decision.
create function private.propose_term(
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
  proposal public.glossary_terms := private.require_valid_term(
    p_term_id, p_term, p_language, p_never, p_translations, p_note
  );
  previous public.glossary_terms;
begin
  proposal.workspace_id := (select workspace_id from public.meetings where id = p_meeting_id);
  perform private.require_term_proposer(caller_id, p_meeting_id, proposal.workspace_id);
  if proposal.workspace_id is null then
    perform private.raise_error('glossary/no-workspace');
  end if;
  perform private.check_rate_limit(caller_id, 'termProposalsPerMinute');
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
grant execute on function private.propose_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

create function public.propose_term(
  p_meeting_id uuid,
  p_term_id uuid,
  p_term text,
  p_language text,
  p_never boolean default false,
  p_translations jsonb default '{}',
  p_note text default ''
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.propose_term(p_meeting_id, p_term_id, p_term, p_language, p_never, p_translations, p_note)
$$;
grant execute on function public.propose_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

-- Returns the open proposals of a meeting, for its participants and for the members who decide.
create function private.proposed_terms(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.require_term_proposer(
    caller_id, p_meeting_id, (select workspace_id from public.meetings where id = p_meeting_id)
  );
  return (
    select coalesce(jsonb_agg(private.term_json(glossary) order by glossary.created_at, glossary.id), '[]')
    from public.glossary_terms as glossary
    where glossary.meeting_id = p_meeting_id and glossary.state = 'proposed'
  );
end
$$;
grant execute on function private.proposed_terms(uuid) to authenticated;

create function public.proposed_terms(p_meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.proposed_terms(p_meeting_id)
$$;
grant execute on function public.proposed_terms(uuid) to authenticated;

-- Approves a term, or deletes a rejected proposal. An approved term stays: only members can delete it, with
-- `delete_term`.
create function private.decide_term(p_term_id uuid, p_approved boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  term public.glossary_terms;
begin
  if p_approved is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'termChangesPerMinute');
  select * into term from public.glossary_terms where id = p_term_id;
  if term.id is not null then
    perform private.lock_glossary(term.workspace_id);
    select * into term from public.glossary_terms where id = p_term_id;
  end if;
  if term.id is null or not private.has_workspace_role(caller_id, term.workspace_id, 'member') then
    if term.state = 'proposed' and private.is_participant(caller_id, term.meeting_id) then
      perform private.raise_error('request/not-allowed');
    end if;
    perform private.raise_error('request/not-found');
  elsif term.state = 'approved' then
    if not p_approved then
      perform private.raise_error('request/not-allowed');
    end if;
    return private.term_json(term);
  elsif not p_approved then
    delete from public.glossary_terms where id = p_term_id;
    return null;
  end if;
  perform private.require_glossary_capacity(term.workspace_id, 'approved');
  update public.glossary_terms set state = 'approved', approved_by = caller_id, changed_at = now()
  where id = p_term_id
  returning * into term;
  perform private.broadcast_terms_changed(term.workspace_id);
  return private.term_json(term);
end
$$;
grant execute on function private.decide_term(uuid, boolean) to authenticated;

create function public.decide_term(p_term_id uuid, p_approved boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.decide_term(p_term_id, p_approved)
$$;
grant execute on function public.decide_term(uuid, boolean) to authenticated;
