-- Functions that edit the glossary. Members of the workspace edit it; other users see its approved terms in meetings
-- that they are admitted to.

create function private.require_workspace_member(p_user_id uuid, p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.has_workspace_role(p_user_id, p_workspace_id, 'member') then
    perform private.raise_error('request/not-allowed');
  end if;
end
$$;

-- Serializes the writes of a glossary, so that its limits count all of them.
create function private.lock_glossary(p_workspace_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_glossary:' || p_workspace_id, 0));
end
$$;

-- Rejects a glossary that `p_new` more terms would make too large. Requires the glossary's lock.
create function private.require_glossary_capacity(p_workspace_id uuid, p_state text, p_new int default 1) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.glossary_terms where workspace_id = p_workspace_id and state = p_state
  ) + p_new > private.limit_value(case p_state when 'approved' then 'glossaryTerms' else 'glossaryProposals' end) then
    perform private.raise_error('glossary/full');
  end if;
end
$$;

-- Stores a member's term as approved and deletes proposals of the same word. An unchanged term is left alone.
-- A caller that stores many terms checks the capacity itself, after them. Requires the glossary's lock.
create function private.upsert_term(
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
  returning * into p_term;
  return p_term;
end
$$;

-- Notifies the workspace's open calls that the glossary changed. Call it last: a transaction that holds a meeting's
-- lock must not wait for a term.
create function private.broadcast_terms_changed(p_workspace_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  meeting_id uuid;
begin
  for meeting_id in
    select id from public.meetings
    where workspace_id = p_workspace_id
      and exists (select from public.calls where calls.meeting_id = meetings.id and calls.ended_at is null)
    order by id
    for no key update
  loop
    update public.meetings set terms = seq + 1 where id = meeting_id;
    perform private.broadcast_meeting_changed(meeting_id);
  end loop;
end
$$;

-- Creates or updates a term. Saving a proposed term approves it.
create function private.save_term(
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
  term public.glossary_terms := private.require_valid_term(
    p_term_id, p_term, p_language, p_never, p_translations, p_note
  );
begin
  perform private.require_workspace_member(caller_id, p_workspace_id);
  perform private.check_rate_limit(caller_id, 'termChangesPerMinute');
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
grant execute on function private.save_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

create function public.save_term(
  p_workspace_id uuid,
  p_term_id uuid,
  p_term text,
  p_language text,
  p_never boolean default false,
  p_translations jsonb default '{}',
  p_note text default ''
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.save_term(p_workspace_id, p_term_id, p_term, p_language, p_never, p_translations, p_note)
$$;
grant execute on function public.save_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

-- Locks and returns the term for a member of its workspace. Other users get "not found".
create function private.lock_term(p_user_id uuid, p_term_id uuid) returns public.glossary_terms
language plpgsql set search_path = '' as $$
declare
  term public.glossary_terms;
begin
  select * into term from public.glossary_terms where id = p_term_id;
  if term.id is not null and private.has_workspace_role(p_user_id, term.workspace_id, 'member') then
    perform private.lock_glossary(term.workspace_id);
    select * into term from public.glossary_terms where id = p_term_id;
    if term.id is not null then
      return term;
    end if;
  end if;
  perform private.raise_error('request/not-found');
end
$$;

create function private.delete_term(p_term_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  term public.glossary_terms;
begin
  perform private.check_rate_limit(caller_id, 'termChangesPerMinute');
  term := private.lock_term(caller_id, p_term_id);
  delete from public.glossary_terms where id = p_term_id;
  if term.state = 'approved' then
    perform private.broadcast_terms_changed(term.workspace_id);
  end if;
end
$$;
grant execute on function private.delete_term(uuid) to authenticated;

create function public.delete_term(p_term_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.delete_term(p_term_id)
$$;
grant execute on function public.delete_term(uuid) to authenticated;
