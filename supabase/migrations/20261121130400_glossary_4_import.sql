-- Many terms at once, all or none.

-- The term of a row, {term, language, never?, translations?, note?}. What has no such form is no term: its fault says so.
create function private.row_term(given jsonb) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
begin
  return private.make_term(
    given ->> 'term',
    given ->> 'language',
    case when jsonb_typeof(given -> 'never') = 'boolean' then (given ->> 'never')::boolean end,
    nullif(given -> 'translations', 'null'),
    given ->> 'note'
  );
end
$$;

create function private.row_fault(given jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(given) <> 'object'
      or coalesce(jsonb_typeof(given -> 'term'), 'string') <> 'string'
      or coalesce(jsonb_typeof(given -> 'note'), 'string') not in ('string', 'null')
      or coalesce(jsonb_typeof(given -> 'never'), 'boolean') not in ('boolean', 'null')
      then 'request/invalid'
    else private.term_fault(private.row_term(given))
  end;
end
$$;

-- What is wrong with the rows, [{row, code}], counted from 1; the same word twice is, the second time.
create function private.import_faults(terms jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with rows as (
      select place, given, private.row_fault(given) as fault, private.row_term(given) as term
      from jsonb_array_elements(terms) with ordinality as each_row (given, place)
    ),
    judged as (
      select
        place,
        coalesce(
          fault,
          case
            when row_number() over (
              partition by fault is null, (term).language, lower((term).term) order by place
            ) > 1 then 'glossary/duplicate'
          end
        ) as code
      from rows
    )
    select coalesce(jsonb_agg(jsonb_build_object('row', place, 'code', code) order by place), '[]')
    from judged
    where code is not null
  );
end
$$;

-- A row is the term of the same language and words, whatever their case.
create function private.import_terms(to_workspace uuid, terms jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  faults jsonb;
  given jsonb;
  term public.glossary_terms;
  before public.glossary_terms;
  after public.glossary_terms;
  added int := 0;
  changed int := 0;
  unchanged int := 0;
begin
  perform private.require_member(me, to_workspace);
  if jsonb_typeof(terms) is distinct from 'array' then
    perform private.fail('request/invalid');
  elsif jsonb_array_length(terms) not between 1 and private.bound('glossaryTerms') then
    perform private.fail('request/invalid');
  end if;
  perform private.take_turn(me, 'importsPerMinute');
  faults := private.import_faults(terms);
  if faults = '[]' then
    perform private.lock_glossary(to_workspace);
    for given in select each_row from jsonb_array_elements(terms) as each_row loop
      term := private.row_term(given);
      select * into before from public.glossary_terms as known
      where known.workspace_id = to_workspace
        and known.language = term.language
        and lower(known.term) = lower(term.term);
      term.id := coalesce(before.id, gen_random_uuid());
      term.workspace_id := to_workspace;
      after := private.put_term(term, me);
      added := added + (before.id is null)::int;
      unchanged := unchanged + (after is not distinct from before)::int;
    end loop;
    changed := jsonb_array_length(terms) - added - unchanged;
    if added + changed > 0 then
      perform private.tell_terms(to_workspace);
    end if;
  end if;
  return jsonb_build_object('added', added, 'changed', changed, 'unchanged', unchanged, 'refused', faults);
end
$$;
grant execute on function private.import_terms(uuid, jsonb) to authenticated;

create function public.import_terms(workspace_id uuid, terms jsonb) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.import_terms(workspace_id, terms)
$$;
grant execute on function public.import_terms(uuid, jsonb) to authenticated;
