-- Functions that read the glossary: for members, recognisers and translation engines.

create function private.glossary(p_workspace_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_workspace_member(private.require_user_id(), p_workspace_id);
  return (
    select coalesce(jsonb_agg(private.term_json(glossary) order by lower(glossary.term), glossary.language), '[]')
    from public.glossary_terms as glossary
    where glossary.workspace_id = p_workspace_id
  );
end
$$;
grant execute on function private.glossary(uuid) to authenticated;

create function public.glossary(p_workspace_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.glossary(p_workspace_id)
$$;
grant execute on function public.glossary(uuid) to authenticated;

-- Returns the approved terms for the recognisers of a meeting. A meeting without a workspace has no terms.
create function private.meeting_terms(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
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
grant execute on function private.meeting_terms(uuid) to authenticated;

create function public.meeting_terms(p_meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.meeting_terms(p_meeting_id)
$$;
grant execute on function public.meeting_terms(uuid) to authenticated;

-- Returns the terms that engines need for claims `[{workspace_id, language, target, …}]`. Per workspace and language
-- these are the terms that are never translated, and those with a translation into one of the targets.
create function private.terms_for_claims(p_claims jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with wanted as (
      select
        (claim ->> 'workspace_id')::uuid as workspace_id,
        claim ->> 'language' as language,
        array_agg(distinct claim ->> 'target') as targets
      from jsonb_array_elements(p_claims) as claim
      where claim ->> 'workspace_id' is not null
      group by 1, 2
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'workspace_id', glossary.workspace_id,
          'language', glossary.language,
          'term', glossary.term,
          'never', glossary.never,
          'translations', targeted.translations
        )
        order by glossary.workspace_id, glossary.language, lower(glossary.term)
      ),
      '[]'
    )
    from wanted
    join public.glossary_terms as glossary using (workspace_id, language)
    cross join lateral (
      select coalesce(jsonb_object_agg(entry.target, entry.word), '{}') as translations
      from jsonb_each(glossary.translations) as entry (target, word)
      where entry.target = any (wanted.targets)
    ) as targeted
    where glossary.state = 'approved' and (glossary.never or targeted.translations <> '{}')
  );
end
$$;
