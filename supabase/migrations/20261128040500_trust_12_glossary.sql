-- A glossary has a size in bytes, and a change of it reaches a bounded number of calls.

-- Rejects a glossary that `p_new` more terms would make too large. Requires the glossary's lock.
create or replace function private.require_glossary_capacity(p_workspace_id uuid, p_state text, p_new int default 1) returns void
language plpgsql stable set search_path = '' as $$
declare
  term_count bigint;
  byte_count bigint;
begin
  select count(*), coalesce(sum(octet_length(term) + octet_length(translations::text) + octet_length(note)), 0)
  into term_count, byte_count
  from public.glossary_terms
  where workspace_id = p_workspace_id and state = p_state;
  if term_count + p_new > private.limit_value(case p_state when 'approved' then 'glossaryTerms' else 'glossaryProposals' end)
    or byte_count > private.limit_value('glossaryBytes')
  then
    perform private.raise_error('glossary/full');
  end if;
end
$$;

-- Stores a member's term as approved and deletes proposals of the same word. An unchanged term is left alone.
-- A caller that stores many terms checks the capacity itself, after them. Requires the glossary's lock.
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
  returning * into p_term;
  if p_check_capacity then
    perform private.require_glossary_capacity(p_term.workspace_id, 'approved', 0);
  end if;
  return p_term;
end
$$;

-- Notifies the workspace's open calls that the glossary changed. Call it last: a transaction that holds a meeting's
-- lock must not wait for a term. With more calls than `max_calls`, others learn it with the next change of their meeting.
create or replace function private.broadcast_terms_changed(p_workspace_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  max_calls constant int := 20;
  meeting_id uuid;
begin
  for meeting_id in
    select id from public.meetings
    where workspace_id = p_workspace_id
      and id in (
        select calls.meeting_id
        from public.meetings as opened
        join public.calls on calls.meeting_id = opened.id and calls.ended_at is null
        where opened.workspace_id = p_workspace_id and exists (
          select from public.call_peers
          where call_id = calls.id
            and left_at is null
            and last_seen >= now() - private.limit_interval('peerTimeoutMs')
        )
        order by calls.started_at desc
        limit max_calls
      )
    order by id
    for no key update
  loop
    update public.meetings set terms = seq + 1 where id = meeting_id;
    perform private.broadcast_meeting_changed(meeting_id);
  end loop;
end
$$;

-- Returns the approved terms for the recognisers of a meeting. A meeting without a workspace has no terms.
create or replace function private.meeting_terms(p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'termReadsPerMinute');
  perform private.require_admitted(caller_id, p_meeting_id);
  if not private.is_participant(caller_id, p_meeting_id) then
    perform private.raise_error('meeting/ended');
  end if;
  return (
    select coalesce(jsonb_agg(private.term_entry_json(glossary) order by lower(glossary.term), glossary.language), '[]')
    from public.glossary_terms as glossary
    join public.meetings on meetings.workspace_id = glossary.workspace_id
    where meetings.id = p_meeting_id and glossary.state = 'approved'
  );
end
$$;

create or replace function public.meeting_terms(p_meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.meeting_terms(p_meeting_id)
$$;

create or replace function private.glossary(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'termReadsPerMinute');
  perform private.require_workspace_member(caller_id, p_workspace_id);
  return (
    select coalesce(jsonb_agg(private.term_json(glossary) order by lower(glossary.term), glossary.language), '[]')
    from public.glossary_terms as glossary
    where glossary.workspace_id = p_workspace_id
  );
end
$$;

create or replace function public.glossary(p_workspace_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.glossary(p_workspace_id)
$$;
