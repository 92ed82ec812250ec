-- Claims for an address one at a time. Five at the same moment used up five times its share, which was all of the hour.
create or replace function private.claim_translations(
  p_line_ids uuid[], p_user_id uuid, p_engine_up boolean, p_language text, p_address uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line public.lines;
  target text;
  claim record;
  lock_key int;
  names jsonb := '[]';
  readable_ids uuid[];
  v_workspace_id uuid;
  claimed jsonb := '[]';
  others jsonb := '[]';
  absent_ids uuid[] := p_line_ids;
begin
  if cardinality(p_line_ids) > private.limit_value('linesPerTranslateRequest')
    or p_user_id is null
    or p_engine_up is null
    or (p_language is not null and not private.is_language(p_language))
  then
    perform private.raise_error('request/invalid');
  end if;
  -- Only one request of a user waits for a lock: each that waits holds a connection of the pool. Another is sent again.
  if not pg_try_advisory_xact_lock(hashtextextended('private.claims_of:' || p_user_id, 0)) then
    perform private.raise_error('request/rate-limited');
  end if;
  -- The author's page requests translations while it posts the line.
  perform private.wait_for_sending(p_user_id);
  readable_ids := array(
    select id from public.lines
    where id = any (p_line_ids) and deleted_at is null and private.can_read_line(p_user_id, lines)
  );
  -- Serialize the claims of a meeting: several pages request the same line within milliseconds.
  for lock_key in
    select distinct hashtext('private.claim_translations ' || meeting_id) from public.lines
    where id = any (readable_ids)
    order by 1
  loop
    -- Two keys: clients choose ids of meetings, and one key could be that of the quotas.
    perform pg_advisory_xact_lock(1, lock_key);
  end loop;
  -- Claims of an address at the same time do not see each other's use of its share. The edge function repeats a refused one.
  if p_engine_up
    and p_address is not null
    and exists (select from public.lines where id = any (readable_ids) and private.has_due_translation(lines, p_language))
    and not pg_try_advisory_xact_lock(hashtextextended('private.claims_of_address:' || p_address, 0))
  then
    perform private.raise_error('request/busy');
  end if;
  -- Reads the names of everybody in the meeting, so only for lines that are due.
  if p_engine_up then
    names := private.names_mentioned_in(array(
      select id from public.lines
      where id = any (readable_ids) and position('@' in text) > 0 and private.has_due_translation(lines, p_language)
    ));
  end if;
  -- A line that is deleted meanwhile must not wait for its translations, while they wait for the line.
  perform from public.lines where id = any (readable_ids) order by id for key share;
  perform from public.translations
  where line_id = any (readable_ids)
  order by line_id, revision, language
  for no key update;

  for line in
    select * from public.lines where id = any (readable_ids) and deleted_at is null
    order by meeting_id, seq
  loop
    absent_ids := array_remove(absent_ids, line.id);
    v_workspace_id := (select workspace_id from public.meetings where id = line.meeting_id);
    for target in select private.requested_languages(line, p_language) loop
      claim := private.claim_translation(
        line, target, p_language is not null, p_user_id, p_engine_up, p_address
      );
      if claim.token is not null then
        claimed := claimed || jsonb_build_object(
          'line_id', line.id,
          'revision', line.revision,
          'language', line.language,
          'text', line.text,
          'target', target,
          'claim', claim.token,
          'workspace_id', v_workspace_id
        );
      else
        others := others || (
          jsonb_build_object('line_id', line.id, 'language', target, 'status', claim.status, 'reason', claim.reason)
          || case when p_language is null then '{}' else private.ready_translation_json(line, target) end
        );
      end if;
    end loop;
  end loop;
  return jsonb_build_object(
    'claimed', claimed,
    'others', others,
    'absent', absent_ids,
    'terms', private.terms_for_claims(claimed),
    'names', (
      select coalesce(jsonb_agg(distinct named -> 'name'), '[]')
      from jsonb_array_elements(names) as named
      where named -> 'line_id' in (select claims -> 'line_id' from jsonb_array_elements(claimed) as claims)
    )
  );
end
$$;
