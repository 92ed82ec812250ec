-- The glossary as its readers, recognisers and engines are given it.

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
