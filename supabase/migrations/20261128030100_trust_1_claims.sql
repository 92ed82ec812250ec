-- Who pays for a translation, and who waits for it.

-- Returns who wrote the current text, and null once they paid for as many languages of it as the others in a full call read.
create function private.payer_of_text(p_line public.lines, p_target text) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  writer_id uuid := coalesce(p_line.corrected_by, p_line.typed_by, p_line.author);
begin
  return case
    when private.limit_value('meshParticipants') - 1 > (
      select count(*) from public.translations
      where line_id = p_line.id
        and revision = p_line.revision
        and language <> p_target
        and charged_to = writer_id
    ) then writer_id
  end;
end
$$;

-- Claims one translation for the length of a lease. It must be missing, failed and retryable, marked to be translated
-- again, or abandoned by its claimer. Returns the claim's token, or the state of the translation. A state of `ready`
-- with a reason means that it could not be translated again. While no engine is up, nothing is claimed, so that
-- neither attempts nor quotas are used. `p_requested`: a reader requested the language, so the limit of languages per
-- line applies. The author of the text pays for the languages read in the call: otherwise long lines would use up the quotas of
-- their readers. That is who corrected it last. Nobody pays for more languages of a text than the others in a full call read;
-- readers who change their language pay themselves. A requested retry, another language or a better translation is paid by the
-- user who requests it. The requester's address always counts. The caller locks the row.
create or replace function private.claim_translation(
  p_line public.lines,
  p_target text,
  p_requested boolean,
  p_user_id uuid,
  p_engine_up boolean,
  p_address uuid,
  out token uuid,
  out status text,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  translation public.translations;
  is_wish boolean;
  payer_id uuid;
begin
  select * into translation from public.translations as existing
  where existing.line_id = p_line.id and existing.revision = p_line.revision and existing.language = p_target;
  status := translation.status;
  reason := translation.reason;
  if status = 'unavailable'
    or (status = 'ready' and not translation.again)
    or (status in ('claimed', 'ready') and translation.lease_until > now())
  then
    return;
  end if;

  reason := private.translation_refusal(p_line.meeting_id);
  if reason is not null then
    status := case when translation.again then 'ready' else 'unavailable' end;
    return;
  end if;
  status := case when translation.again then 'ready' else 'failed' end;
  reason := 'translate/unavailable';
  if not p_engine_up then
    return;
  end if;
  if translation.attempts >= private.limit_value('translationAttempts') then
    if translation.again then
      update public.translations as existing set again = false
      where existing.line_id = p_line.id and existing.revision = p_line.revision and existing.language = p_target;
      return;
    end if;
    update public.translations as existing set status = 'unavailable', reason = 'translate/unavailable'
    where existing.line_id = p_line.id and existing.revision = p_line.revision and existing.language = p_target;
    status := 'unavailable';
    return;
  end if;
  if p_requested and translation.again is not true and not private.has_language_capacity(p_line, p_target) then
    status := 'unavailable';
    reason := 'translate/too-many-languages';
    return;
  end if;
  -- Languages that nobody in the call reads are wishes: they leave half of the quotas to the others.
  is_wish := p_requested
    and not exists (select from private.target_languages(p_line) as language where language = p_target);
  payer_id := private.payer_of_text(p_line, p_target);
  if is_wish or translation.again or translation.retries > 0 or payer_id is null then
    payer_id := p_user_id;
  end if;
  if not private.consume_quota(
    'translate', payer_id, p_line.meeting_id, char_length(p_line.text),
    p_address, is_wish
  ) then
    reason := 'translate/quota';
    return;
  end if;

  insert into public.translations as existing (line_id, revision, language, status, charged_to, lease_until)
  values (
    p_line.id, p_line.revision, p_target, 'claimed', payer_id,
    clock_timestamp() + private.limit_interval('translationLeaseMs')
  )
  on conflict (line_id, revision, language) do update
  set
    status = case when existing.again then 'ready' else 'claimed' end,
    reason = null,
    attempts = existing.attempts + 1,
    claim = excluded.claim,
    charged_to = excluded.charged_to,
    lease_until = excluded.lease_until
  returning existing.claim into token;
end
$$;

-- Claims the translations into the languages read in the call, or into the one requested language. For a requested
-- language the text of ready translations is returned too, because later readers receive no broadcast. `terms` are
-- the glossary terms for the claims, each term once. `names` are the names that the lines may mention.
create or replace function private.claim_translations(
  p_line_ids uuid[], p_user_id uuid, p_engine_up boolean, p_language text, p_address uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line public.lines;
  target text;
  claim record;
  lock_key int;
  names jsonb;
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
  -- Before the lock of all quotas, because it reads the names of everybody in the meeting.
  names := (
    select coalesce(jsonb_agg(distinct name), '[]')
    from public.lines
    cross join lateral private.mentioned_names(lines.meeting_id, lines.text) as name
    where lines.id = any (readable_ids)
  );
  -- Lock all rows before the first quota is consumed: `store_translations` holds such rows while it refunds quotas.
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
    'names', names
  );
end
$$;
