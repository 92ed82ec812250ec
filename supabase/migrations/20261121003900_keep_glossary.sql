-- Members of a workspace keep its glossary. Others learn of its approved terms in the meetings that they are admitted to.

create function private.require_member(person uuid, of_workspace uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.belongs(person, of_workspace, 'member') then
    perform private.fail('request/not-allowed');
  end if;
end
$$;

create function private.glossary(of_workspace uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_member(private.caller(), of_workspace);
  return (
    select coalesce(jsonb_agg(private.term_shape(known) order by lower(known.term), known.language), '[]')
    from public.glossary_terms as known
    where known.workspace_id = of_workspace
  );
end
$$;
grant execute on function private.glossary(uuid) to authenticated;

create function public.glossary(workspace_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.glossary(workspace_id)
$$;
grant execute on function public.glossary(uuid) to authenticated;

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

-- What the recognisers of a meeting should listen for. A meeting of no workspace has no terms.
create function private.meeting_terms(of_meeting uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  perform private.require_admitted(me, of_meeting);
  if not private.takes_part(me, of_meeting) then
    perform private.fail('meeting/ended');
  end if;
  return (
    select coalesce(jsonb_agg(private.term_entry(known) order by lower(known.term), known.language), '[]')
    from public.glossary_terms as known
    join public.meetings on meetings.workspace_id = known.workspace_id
    where meetings.id = of_meeting and known.state = 'approved'
  );
end
$$;
grant execute on function private.meeting_terms(uuid) to authenticated;

create function public.meeting_terms(meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.meeting_terms(meeting_id)
$$;
grant execute on function public.meeting_terms(uuid) to authenticated;

-- What engines are told with claims, [{workspace_id, language, target, …}]: of each workspace and language once what is
-- never translated, or has a translation into one of the targets.
create function private.terms_of_claims(claimed jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with wanted as (
      select
        (claim ->> 'workspace_id')::uuid as workspace_id,
        claim ->> 'language' as language,
        array_agg(distinct claim ->> 'target') as targets
      from jsonb_array_elements(claimed) as claim
      where claim ->> 'workspace_id' is not null
      group by 1, 2
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'workspace_id', known.workspace_id,
          'language', known.language,
          'term', known.term,
          'never', known.never,
          'translations', asked.translations
        )
        order by known.workspace_id, known.language, lower(known.term)
      ),
      '[]'
    )
    from wanted
    join public.glossary_terms as known using (workspace_id, language)
    cross join lateral (
      select coalesce(jsonb_object_agg(entry.target, entry.word), '{}') as translations
      from jsonb_each(known.translations) as entry (target, word)
      where entry.target = any (wanted.targets)
    ) as asked
    where known.state = 'approved' and (known.never or asked.translations <> '{}')
  );
end
$$;
