-- Members of a workspace keep its glossary. Others learn of its approved terms in the meetings that they are admitted to.

create function private.require_member(person uuid, of_workspace uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.belongs(person, of_workspace, 'member') then
    perform private.fail('request/not-allowed');
  end if;
end
$$;

-- One write of a glossary after the other, so that its limits count them all.
create function private.lock_glossary(of_workspace uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_glossary:' || of_workspace, 0));
end
$$;

-- The caller holds the glossary's lock.
create function private.require_room(in_workspace uuid, for_state text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.glossary_terms where workspace_id = in_workspace and state = for_state
  ) >= private.bound(case for_state when 'approved' then 'glossaryTerms' else 'glossaryProposals' end) then
    perform private.fail('glossary/full');
  end if;
end
$$;

-- What a member writes is approved, and settles what others had proposed of the same word. Unchanged, it is left alone.
-- The caller holds the glossary's lock.
create function private.put_term(term public.glossary_terms, member uuid) returns public.glossary_terms
language plpgsql set search_path = '' as $$
declare
  before public.glossary_terms;
begin
  select * into before from public.glossary_terms as known where known.id = term.id;
  delete from public.glossary_terms as known
  where known.workspace_id = term.workspace_id
    and known.language = term.language
    and lower(known.term) = lower(term.term)
    and known.id <> term.id
    and known.state = 'proposed';
  if exists (
    select from public.glossary_terms as known
    where known.workspace_id = term.workspace_id
      and known.language = term.language
      and lower(known.term) = lower(term.term)
      and known.id <> term.id
  ) then
    perform private.fail('glossary/duplicate');
  elsif before.state is distinct from 'approved' then
    perform private.require_room(term.workspace_id, 'approved');
  elsif (before.term, before.language, before.never, before.translations, before.note)
    = (term.term, term.language, term.never, term.translations, term.note)
  then
    return before;
  end if;
  insert into public.glossary_terms as known (
    id, workspace_id, term, language, never, translations, note, state, approved_by
  )
  values (
    term.id, term.workspace_id, term.term, term.language, term.never, term.translations, term.note, 'approved', member
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
  returning * into term;
  return term;
end
$$;

-- Tells those who are in a call of the workspace that its words changed. Called last: who holds a meeting waits for no term.
create function private.tell_terms(of_workspace uuid) returns void
language plpgsql set search_path = '' as $$
declare
  meeting uuid;
begin
  for meeting in
    select id from public.meetings
    where workspace_id = of_workspace
      and exists (select from public.calls where calls.meeting_id = meetings.id and calls.ended_at is null)
    order by id
    for no key update
  loop
    update public.meetings set terms = seq + 1 where id = meeting;
    perform private.tell_meeting(meeting);
  end loop;
end
$$;

-- Writes a term, or, under the same id, changes it; what was proposed is approved by that.
create function private.save_term(
  in_workspace uuid,
  term_id uuid,
  raw_term text,
  in_language text,
  keep boolean,
  raw_translations jsonb,
  raw_note text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  term public.glossary_terms := private.read_term(
    term_id, raw_term, in_language, keep, raw_translations, raw_note
  );
begin
  perform private.require_member(me, in_workspace);
  perform private.take_turn(me, 'termsPerMinute');
  perform private.lock_glossary(in_workspace);
  if exists (select from public.glossary_terms where id = term_id and workspace_id <> in_workspace) then
    perform private.fail('request/not-allowed');
  end if;
  term.workspace_id := in_workspace;
  term := private.put_term(term, me);
  if term.changed_at = now() then
    perform private.tell_terms(in_workspace);
  end if;
  return private.term_shape(term);
end
$$;
grant execute on function private.save_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

create function public.save_term(
  workspace_id uuid,
  id uuid,
  term text,
  language text,
  never boolean default false,
  translations jsonb default '{}',
  note text default ''
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.save_term(workspace_id, id, term, language, never, translations, note)
$$;
grant execute on function public.save_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

-- The term, locked, for a member of its workspace. To others it is not there.
create function private.touch_term(person uuid, which uuid) returns public.glossary_terms
language plpgsql set search_path = '' as $$
declare
  term public.glossary_terms;
begin
  select * into term from public.glossary_terms where id = which;
  if term.id is not null and private.belongs(person, term.workspace_id, 'member') then
    perform private.lock_glossary(term.workspace_id);
    select * into term from public.glossary_terms where id = which;
    if term.id is not null then
      return term;
    end if;
  end if;
  perform private.fail('request/not-found');
end
$$;

create function private.delete_term(which uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  term public.glossary_terms;
begin
  perform private.take_turn(me, 'termsPerMinute');
  term := private.touch_term(me, which);
  delete from public.glossary_terms where id = which;
  if term.state = 'approved' then
    perform private.tell_terms(term.workspace_id);
  end if;
end
$$;
grant execute on function private.delete_term(uuid) to authenticated;

create function public.delete_term(id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.delete_term(id)
$$;
grant execute on function public.delete_term(uuid) to authenticated;
