-- Whoever is in a meeting, and whoever is a member of its workspace, proposes terms to it; a member, or who leads the
-- meeting, decides.

-- Both read what was said there: the one while it goes on or with an account, the other whenever they like.
create function private.require_proposer(person uuid, in_meeting uuid, of_workspace uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.belongs(person, of_workspace, 'member') then
    return;
  end if;
  perform private.require_admitted(person, in_meeting);
  if not private.takes_part(person, in_meeting) then
    perform private.fail('meeting/ended');
  end if;
end
$$;

-- The same id again changes the proposal, and nothing once it was decided.
create function private.propose_term(
  in_meeting uuid,
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
  made public.glossary_terms := private.read_term(
    term_id, raw_term, in_language, keep, raw_translations, raw_note
  );
  before public.glossary_terms;
begin
  made.workspace_id := (select workspace_id from public.meetings where id = in_meeting);
  perform private.require_proposer(me, in_meeting, made.workspace_id);
  if made.workspace_id is null then
    perform private.fail('glossary/no-workspace');
  end if;
  perform private.take_turn(me, 'proposalsPerMinute');
  perform private.lock_glossary(made.workspace_id);

  select * into before from public.glossary_terms where id = term_id;
  if before.id is not null and (before.proposed_by, before.meeting_id) is distinct from (me, in_meeting) then
    perform private.fail('request/not-allowed');
  elsif before.state = 'approved' then
    return private.term_shape(before);
  elsif exists (
    select from public.glossary_terms as known
    where known.workspace_id = made.workspace_id
      and known.language = made.language
      and lower(known.term) = lower(made.term)
      and known.id <> term_id
  ) then
    perform private.fail('glossary/duplicate');
  elsif before.id is null then
    perform private.require_room(made.workspace_id, 'proposed');
  end if;
  insert into public.glossary_terms (
    id, workspace_id, term, language, never, translations, note, state, meeting_id, proposed_by
  )
  values (
    term_id, made.workspace_id, made.term, made.language, made.never, made.translations, made.note, 'proposed',
    in_meeting, me
  )
  on conflict (id) do update
  set
    term = excluded.term,
    language = excluded.language,
    never = excluded.never,
    translations = excluded.translations,
    note = excluded.note,
    changed_at = now()
  returning * into made;
  return private.term_shape(made);
end
$$;
grant execute on function private.propose_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

create function public.propose_term(
  meeting_id uuid,
  id uuid,
  term text,
  language text,
  never boolean default false,
  translations jsonb default '{}',
  note text default ''
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.propose_term(meeting_id, id, term, language, never, translations, note)
$$;
grant execute on function public.propose_term(uuid, uuid, text, text, boolean, jsonb, text) to authenticated;

-- What was proposed in this meeting and waits: for its people, and for the members who decide.
create function private.proposed_terms(of_meeting uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  perform private.require_proposer(me, of_meeting, (select workspace_id from public.meetings where id = of_meeting));
  return (
    select coalesce(jsonb_agg(private.term_shape(known) order by known.created_at, known.id), '[]')
    from public.glossary_terms as known
    where known.meeting_id = of_meeting and known.state = 'proposed'
  );
end
$$;
grant execute on function private.proposed_terms(uuid) to authenticated;

create function public.proposed_terms(meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.proposed_terms(meeting_id)
$$;
grant execute on function public.proposed_terms(uuid) to authenticated;

-- Whether this person decides on what was proposed: a member of the workspace; of what was proposed in a meeting those who
-- lead it too, a guest among them while it goes on.
create function private.decides(person uuid, term public.glossary_terms) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.belongs(person, term.workspace_id, 'member') or exists (
    select from public.meetings
    where id = term.meeting_id
      and workspace_id = term.workspace_id
      and private.rank(person, meetings.id) > 0
      and (not private.is_over(meetings) or private.has_account(person))
  );
end
$$;

-- Approved it is used; refused it is gone. What was decided before stands: to take it out is for members, `delete_term`.
create function private.decide_term(which uuid, approve boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  term public.glossary_terms;
begin
  if approve is null then
    perform private.fail('request/invalid');
  end if;
  perform private.take_turn(me, 'termsPerMinute');
  select * into term from public.glossary_terms where id = which;
  if term.id is not null then
    perform private.lock_glossary(term.workspace_id);
    select * into term from public.glossary_terms where id = which;
  end if;
  if term.id is null or not private.decides(me, term) then
    if term.state = 'proposed' and private.takes_part(me, term.meeting_id) then
      perform private.fail('role/moderator-needed');
    end if;
    perform private.fail('request/not-found');
  elsif term.state = 'approved' then
    if not approve then
      perform private.fail('request/not-allowed');
    end if;
    return private.term_shape(term);
  elsif not approve then
    delete from public.glossary_terms where id = which;
    return null;
  end if;
  perform private.require_room(term.workspace_id, 'approved');
  update public.glossary_terms set state = 'approved', approved_by = me, changed_at = now()
  where id = which
  returning * into term;
  perform private.tell_terms(term.workspace_id);
  return private.term_shape(term);
end
$$;
grant execute on function private.decide_term(uuid, boolean) to authenticated;

create function public.decide_term(id uuid, approved boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.decide_term(id, approved)
$$;
grant execute on function public.decide_term(uuid, boolean) to authenticated;
