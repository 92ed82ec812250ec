-- Functions that import many terms at once, all or none.

-- Builds a term from a row `{term, language, never?, translations?, note?}`.
create function private.import_row_term(p_row jsonb) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
begin
  return private.build_term(
    p_row ->> 'term',
    p_row ->> 'language',
    case when jsonb_typeof(p_row -> 'never') = 'boolean' then (p_row ->> 'never')::boolean end,
    nullif(p_row -> 'translations', 'null'),
    p_row ->> 'note'
  );
end
$$;

create function private.import_row_error(p_row jsonb, p_term public.glossary_terms) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(p_row) <> 'object'
      or coalesce(jsonb_typeof(p_row -> 'term'), 'string') <> 'string'
      or coalesce(jsonb_typeof(p_row -> 'note'), 'string') not in ('string', 'null')
      or coalesce(jsonb_typeof(p_row -> 'never'), 'boolean') not in ('boolean', 'null')
      then 'request/invalid'
    else private.term_error(p_term)
  end;
end
$$;

-- Returns the terms of the rows, numbered from 1, with their errors. A word that occurs twice is an error the second
-- time. Materialized, or each use of a column would clean the row again.
create function private.import_candidates(
  p_rows jsonb, out place bigint, out term public.glossary_terms, out code text
) returns setof record
language plpgsql stable set search_path = '' as $$
begin
  return query
  with built as materialized (
    select each_row.place, given, private.import_row_term(given) as term
    from jsonb_array_elements(p_rows) with ordinality as each_row (given, place)
  ),
  rows as materialized (
    select built.place, built.term, private.import_row_error(given, built.term) as fault from built
  )
  select
    rows.place,
    rows.term,
    coalesce(
      fault,
      case
        when row_number() over (
          partition by fault is null, (rows.term).language, lower((rows.term).term) order by rows.place
        ) > 1 then 'glossary/duplicate'
      end
    )
  from rows;
end
$$;

-- Returns the bytes of the rows without their notes, which cost less to validate than words.
create function private.size_without_notes(p_rows jsonb) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select sum(pg_column_size(case jsonb_typeof(given) when 'object' then given - 'note' else given end))
    from jsonb_array_elements(p_rows) as each_row (given)
  );
end
$$;

-- Imports terms. A row updates the term with the same language and word, ignoring case.
create function private.import_terms(p_workspace_id uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  row_errors jsonb;
  terms public.glossary_terms[];
  term public.glossary_terms;
  previous public.glossary_terms;
  saved public.glossary_terms;
  added int := 0;
  changed int := 0;
  unchanged int := 0;
begin
  -- Concurrent imports would wait for the rate limit of the first, each with a connection that others need.
  if not pg_try_advisory_xact_lock(hashtextextended('private.import_terms:' || caller_id, 0)) then
    perform private.raise_error('request/rate-limited');
  end if;
  perform private.require_workspace_member(caller_id, p_workspace_id);
  perform private.require_json_size(
    p_rows,
    private.limit_value('termImportBytes') + private.limit_value('glossaryTerms') * 4 * private.limit_value('termNote.max'),
    'request/too-large'
  );
  if jsonb_typeof(p_rows) is distinct from 'array' then
    perform private.raise_error('request/invalid');
  elsif jsonb_array_length(p_rows) not between 1 and private.limit_value('glossaryTerms') then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_size(private.size_without_notes(p_rows), private.limit_value('termImportBytes'), 'request/too-large');
  perform private.check_rate_limit(caller_id, 'glossaryImportsPerMinute');
  select
    array_agg(candidate.term order by place),
    coalesce(
      jsonb_agg(jsonb_build_object('row', place, 'code', code) order by place) filter (where code is not null), '[]'
    )
  into terms, row_errors
  from private.import_candidates(p_rows) as candidate;
  if row_errors = '[]' then
    perform private.lock_glossary(p_workspace_id);
    foreach term in array terms loop
      select * into previous from public.glossary_terms as existing
      where existing.workspace_id = p_workspace_id
        and existing.language = term.language
        and lower(existing.term) = lower(term.term);
      term.id := coalesce(previous.id, gen_random_uuid());
      term.workspace_id := p_workspace_id;
      saved := private.upsert_term(term, caller_id, false);
      added := added + (previous.id is null)::int;
      unchanged := unchanged + (saved is not distinct from previous)::int;
    end loop;
    perform private.require_glossary_capacity(p_workspace_id, 'approved', 0);
    changed := jsonb_array_length(p_rows) - added - unchanged;
    if added + changed > 0 then
      perform private.broadcast_terms_changed(p_workspace_id);
    end if;
  end if;
  return jsonb_build_object('added', added, 'changed', changed, 'unchanged', unchanged, 'refused', row_errors);
end
$$;
grant execute on function private.import_terms(uuid, jsonb) to authenticated;

create function public.import_terms(p_workspace_id uuid, p_rows jsonb) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.import_terms(p_workspace_id, p_rows)
$$;
grant execute on function public.import_terms(uuid, jsonb) to authenticated;
