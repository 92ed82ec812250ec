-- Who translates what, and for how much. `claim_translations` and `store_translations`, which follows, are for the edge
-- function `translate`, which proves who calls; of its ids only lines that they may read are claimed. Nobody else may
-- write a translation.

-- The languages read in a call by those who attended it and are still admitted, the most read first, but for the line's
-- own.
create function private.target_languages(p_line public.lines) returns setof text
language plpgsql stable set search_path = '' as $$
begin
  return query
  select participants.reads
  from public.attendance
  join public.participants
    on participants.meeting_id = p_line.meeting_id and participants.user_id = attendance.user_id
  where attendance.call_id = p_line.call_id
    and participants.admission = 'admitted'
    and participants.reads <> p_line.language
  group by participants.reads
  order by count(*) desc, participants.reads
  limit private.limit_value('targetLanguages');
end
$$;

-- What a request is for: the language that a reader asks for; else those read in the call, and then what else is to be made
-- again.
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

-- Whether a line may have one more language. Those read in its call always; what readers ask for beside them fills what
-- these leave. What cannot be made takes no place.
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

-- Claims one translation for the length of a lease: it is missing, or failed and may be tried again, or is to be made
-- again, or its claimer did not come back. Answers by which token it is the caller's now, or else how it stands; `ready`
-- with a reason when it should have been made again and cannot be. While no engine is up nothing is claimed, so that neither
-- tries nor quotas are spent on nothing. `p_requested`: it is a reader's wish, and a line does not have every language. Its row is
-- locked by the caller.
create function private.claim_translation(
  p_line public.lines,
  p_target text,
  p_requested boolean,
  p_user_id uuid,
  p_engine_up boolean,
  out token uuid,
  out status text,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  translation public.translations;
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

  status := case when translation.again then 'ready' else 'failed' end;
  reason := 'translate/unavailable';
  if not p_engine_up then
    return;
  end if;
  if translation.attempts >= private.limit_value('translateTries') then
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
  if not private.consume_quota('translate', p_user_id, p_line.meeting_id, char_length(p_line.text)) then
    reason := 'translate/quota';
    return;
  end if;

  insert into public.translations as existing (line_id, revision, language, status, lease_until)
  values (p_line.id, p_line.revision, p_target, 'claimed', clock_timestamp() + private.limit_interval('translateLease'))
  on conflict (line_id, revision, language) do update
  set
    status = case when existing.again then 'ready' else 'claimed' end,
    reason = null,
    attempts = existing.attempts + 1,
    claim = excluded.claim,
    lease_until = excluded.lease_until
  returning existing.claim into token;
end
$$;

-- {made: {revision, text}} of a translation that is ready, else {}.
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

-- For the languages that are read in the call, or, when a reader asks for one, for this alone: then of what is there the
-- text is answered too, since no broadcast brings it to who reads afterwards. `terms`: what the glossaries of the claims'
-- workspaces say of their languages, each once for all of them.
create function private.claim_translations(
  p_line_ids uuid[], p_user_id uuid, p_engine_up boolean, p_language text
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
  if cardinality(p_line_ids) > private.limit_value('translateBatch')
    or p_user_id is null
    or p_engine_up is null
    or (p_language is not null and not private.is_language(p_language))
  then
    perform private.raise_error('request/invalid');
  end if;
  -- An author's page asks while it sends.
  perform private.wait_for_sending(p_user_id);
  readable_ids := array(
    select id from public.lines
    where id = any (p_line_ids) and deleted_at is null and private.can_read_call(p_user_id, call_id)
  );
  -- One claimer of a meeting at a time: two pages ask for the same line within milliseconds.
  for lock_key in
    select distinct hashtext('private.claim_translations ' || meeting_id) from public.lines
    where id = any (readable_ids)
    order by 1
  loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
  -- All of them before the first is spent for: who stores has such rows while they give back.
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
      claim := private.claim_translation(line, target, p_language is not null, p_user_id, p_engine_up);
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
    'claimed', claimed, 'others', others, 'absent', absent_ids, 'terms', private.terms_for_claims(claimed)
  );
end
$$;
grant execute on function private.claim_translations(uuid[], uuid, boolean, text) to service_role;

create function public.claim_translations(
  line_ids uuid[],
  user_id uuid,
  engine_up boolean default true,
  language text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.claim_translations(line_ids, user_id, engine_up, language)
$$;
grant execute on function public.claim_translations(uuid[], uuid, boolean, text) to service_role;
