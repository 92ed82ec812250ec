-- Functions that claim translations for the edge function `translate`.
--
-- `claim_translations` and `store_translations` are granted to the service role only, so nobody else can write a
-- translation. The edge function verifies the user. Only lines that this user may read are claimed.

-- Returns the languages that those inside the line's call read now, most readers first, without the line's own
-- language. Those who come back or read later request their language.
create function private.target_languages(p_line public.lines) returns setof text
language plpgsql stable set search_path = '' as $$
begin
  return query
  select participants.reads
  from public.call_peers
  join public.participants
    on participants.meeting_id = p_line.meeting_id and participants.user_id = call_peers.user_id
  where call_peers.call_id = p_line.call_id
    and call_peers.left_at is null
    and participants.admission = 'admitted'
    and participants.reads <> p_line.language
  group by participants.reads
  order by count(distinct participants.user_id) desc, participants.reads
  limit private.limit_value('targetLanguages');
end
$$;

-- Returns the languages of a request: the requested one, else the languages read in the call and those to be
-- translated again.
create function private.requested_languages(p_line public.lines, p_language text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  read_languages text[];
begin
  if p_language is not null then
    return query select p_language where p_language <> p_line.language;
    return;
  end if;
  read_languages := array(select private.target_languages(p_line));
  return query
  select unnest(read_languages)
  union all
  select language from public.translations
  where again and line_id = p_line.id and revision = p_line.revision and language <> all (read_languages);
end
$$;

-- Returns whether a line may have one more language. Languages read in its call always fit; others requested by
-- readers take the remaining places. Unavailable translations take no place.
create function private.has_language_capacity(p_line public.lines, p_target text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    with read_languages as (select private.target_languages(p_line) as language)
    select p_target in (select language from read_languages) or private.limit_value('targetLanguages') > (
      select count(*)
      from (
        select language from read_languages
        union
        select language from public.translations
        where line_id = p_line.id and revision = p_line.revision and language <> p_target and status <> 'unavailable'
      ) as taken
    )
  );
end
$$;

-- Returns why the meeting's workspace allows no engine to receive text, or null. Meetings of guests allow engines.
create function private.translation_refusal(p_meeting_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case workspaces.translation_policy when 'off' then 'translate/off' when 'device' then 'translate/device-only' end
    from public.meetings
    join public.workspaces on workspaces.id = meetings.workspace_id
    where meetings.id = p_meeting_id
  );
end
$$;

-- Returns the address that a request counts against. It is the requester's, and nobody else pays with it.
create function private.address_of_payer(p_payer_id uuid, p_user_id uuid, p_address uuid) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_payer_id = p_user_id then p_address end;
end
$$;

-- Claims one translation for the length of a lease. It must be missing, failed and retryable, marked to be translated
-- again, or abandoned by its claimer. Returns the claim's token, or the state of the translation. A state of `ready`
-- with a reason means that it could not be translated again. While no engine is up, nothing is claimed, so that
-- neither attempts nor quotas are used. `p_requested`: a reader requested the language, so the limit of languages per
-- line applies. The author pays for the languages read in the call: otherwise long lines would use up the quotas of their
-- readers. A requested retry, another language or a better translation is paid by the user who requests it. The caller locks
-- the row.
create function private.claim_translation(
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
  payer_id := case
    when is_wish or translation.again or translation.retries > 0 then p_user_id
    else coalesce(p_line.typed_by, p_line.author)
  end;
  if not private.consume_quota(
    'translate', payer_id, p_line.meeting_id, char_length(p_line.text),
    private.address_of_payer(payer_id, p_user_id, p_address), is_wish
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

-- Returns `{made: {revision, text}}` for a ready translation, else `{}`.
create function private.ready_translation_json(p_line public.lines, p_target text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (
      select jsonb_build_object('made', jsonb_build_object('revision', translation.revision, 'text', translation.text))
      from public.translations as translation
      where translation.line_id = p_line.id
        and translation.revision = p_line.revision
        and translation.language = p_target
        and translation.status = 'ready'
    ),
    '{}'
  );
end
$$;

-- Returns the form in which mentions are searched: case, composition and the kind of apostrophe are ignored.
create function private.mention_form(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return lower(translate(normalize(p_text, NFC), '’ʼ', ''''''));
end
$$;

-- Returns names of participants, also of former ones, whose first word follows an `@` in a text. The edge function
-- finds the exact mentions (contracts/text/mentions.ts).
create function private.mentioned_names(p_meeting_id uuid, p_text text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  form text;
begin
  if position('@' in p_text) = 0 then
    return;
  end if;
  form := private.mention_form(p_text);
  return query
  select display_name from public.participants
  where meeting_id = p_meeting_id
    and position(private.mention_form('@' || split_part(display_name, ' ', 1)) in form) > 0
  order by char_length(display_name) desc, number
  limit private.limit_value('mentionsPerLine');
end
$$;

-- Claims the translations into the languages read in the call, or into the one requested language. For a requested
-- language the text of ready translations is returned too, because later readers receive no broadcast. `terms` are
-- the glossary terms for the claims, each term once. `names` are the names that the claimed lines may mention.
create function private.claim_translations(
  p_line_ids uuid[], p_user_id uuid, p_engine_up boolean, p_language text, p_address uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line public.lines;
  target text;
  claim record;
  lock_key int;
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
  -- The author's page requests translations while it posts the line.
  perform private.wait_for_sending(p_user_id);
  readable_ids := array(
    select id from public.lines
    where id = any (p_line_ids) and deleted_at is null and private.can_read_line(p_user_id, call_id, seq)
  );
  -- Serialize the claims of a meeting: several pages request the same line within milliseconds.
  for lock_key in
    select distinct hashtext('private.claim_translations ' || meeting_id) from public.lines
    where id = any (readable_ids)
    order by 1
  loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
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
    'names', (
      select coalesce(jsonb_agg(distinct name), '[]')
      from public.lines
      cross join lateral private.mentioned_names(lines.meeting_id, lines.text) as name
      where lines.id in (select (claims ->> 'line_id')::uuid from jsonb_array_elements(claimed) as claims)
    )
  );
end
$$;
grant execute on function private.claim_translations(uuid[], uuid, boolean, text, uuid) to service_role;

create function public.claim_translations(
  p_line_ids uuid[],
  p_user_id uuid,
  p_engine_up boolean default true,
  p_language text default null,
  p_address uuid default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.claim_translations(p_line_ids, p_user_id, p_engine_up, p_language, p_address)
$$;
grant execute on function public.claim_translations(uuid[], uuid, boolean, text, uuid) to service_role;
