-- One order of locks: lines, then their translations, each by id.

-- Claims the translations into the languages read in the call, or into the one requested language. For a requested
-- language the text of ready translations is returned too, because later readers receive no broadcast. `terms` are
-- the glossary terms for the claims, each term once. `names` are the names that the claimed lines may mention.
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

-- As before. The lines come before what belongs to them, as in `claim_translations`.
create or replace function private.erase_line(p_line public.lines) returns jsonb
language plpgsql set search_path = '' as $$
declare
  line public.lines;
  file public.files;
begin
  perform from public.lines where id = p_line.id or about = p_line.id order by id for update;
  delete from public.translations where line_id = p_line.id;
  delete from public.translation_reports where line_id = p_line.id;
  delete from public.reactions where line_id = p_line.id;
  delete from public.line_marks where line_id = p_line.id;
  delete from public.line_corrections where line_id = p_line.id;
  delete from public.line_proposals where line_id = p_line.id;
  delete from public.lines where about = p_line.id;
  update public.files set name = null, deleted_at = now() where id = p_line.id returning * into file;
  update public.lines
  set
    text = null,
    deleted_at = now(),
    corrected_by = null,
    mentions = '{}',
    reply_to = null,
    revision = revision + 1,
    changed = private.next_seq(p_line.meeting_id)
  where id = p_line.id
  returning * into line;
  if file.call_id is not null then
    perform private.broadcast_call_file(file);
  end if;
  return private.broadcast_line_changed(line);
end
$$;

-- As before. Translations are locked in the order of `claim_translations`.
create or replace function private.retranslate_term(p_term_id uuid, p_call_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  term public.glossary_terms;
  freed uuid[];
begin
  perform private.check_rate_limit(caller_id, 'retranslationsPerMinute');
  term := private.lock_term(caller_id, p_term_id);
  if not exists (
    select from public.calls
    join public.meetings on meetings.id = calls.meeting_id
    where calls.id = p_call_id and meetings.workspace_id = term.workspace_id
  ) then
    perform private.raise_error('request/not-found');
  end if;
  with found_lines as (
    select id, revision, seq from private.lines_with_term(p_call_id, term)
    order by seq desc
    limit private.limit_value('linesPerRetranslation')
  ),
  found_rows as (
    select translations.line_id, translations.revision, translations.language, found_lines.seq
    from public.translations
    join found_lines on found_lines.id = translations.line_id and found_lines.revision = translations.revision
    where translations.status <> 'claimed' and not translations.again
    order by translations.line_id, translations.revision, translations.language
    for no key update of translations
  ),
  freed_rows as (
    update public.translations
    set
      status = case translations.status when 'ready' then 'ready' else 'failed' end,
      again = translations.status = 'ready',
      attempts = 0,
      lease_until = now()
    from found_rows
    where (translations.line_id, translations.revision, translations.language)
      = (found_rows.line_id, found_rows.revision, found_rows.language)
    returning translations.line_id, found_rows.seq
  )
  select coalesce(array_agg(line_id order by seq desc), '{}') into freed
  from (select distinct line_id, seq from freed_rows) as each_line;
  if exists (select from private.sentences_with_term(p_call_id, term)) then
    update public.summary_translations as translation
    set
      status = case translation.status when 'ready' then 'ready' else 'failed' end,
      again = translation.status = 'ready',
      attempts = 0,
      lease_until = now()
    where translation.call_id = p_call_id and translation.status <> 'claimed' and not translation.again;
  end if;
  return jsonb_build_object('line_ids', freed);
end
$$;
