-- Who translates what, and for how much. `claim_translations` and `store_translations`, which follows, are for the edge
-- function `translate`, which proves who calls; of its ids only lines that they may read are claimed. Nobody else may
-- write a translation.

-- The languages read in a call by those who attended it and are still admitted, the most read first, but for the line's
-- own.
create function private.target_languages(line public.lines) returns setof text
language plpgsql stable set search_path = '' as $$
begin
  return query
  select participants.reads
  from public.attendance
  join public.participants
    on participants.meeting_id = line.meeting_id and participants.user_id = attendance.user_id
  where attendance.call_id = line.call_id
    and participants.admission = 'admitted'
    and participants.reads <> line.language
  group by participants.reads
  order by count(*) desc, participants.reads
  limit private.bound('targetLanguages');
end
$$;

-- What a request is for: the language that a reader asks for; else those read in the call, and then what else is to be made
-- again.
create function private.wanted_languages(line public.lines, asked text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  there text[];
begin
  if asked is not null then
    return query select asked where asked <> line.language;
    return;
  end if;
  there := array(select private.target_languages(line));
  return query
  select unnest(there)
  union all
  select language from public.translations
  where again and line_id = line.id and revision = line.revision and language <> all (there);
end
$$;

-- Whether a line may have one more language. Those read in its call always; what readers ask for beside them fills what
-- these leave. What cannot be made takes no place.
create function private.has_room_for(line public.lines, target text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (
    with there as (select private.target_languages(line) as language)
    select target in (select language from there) or private.bound('targetLanguages') > (
      select count(*)
      from (
        select language from there
        union
        select language from public.translations
        where line_id = line.id and revision = line.revision and language <> target and status <> 'unavailable'
      ) as taken
    )
  );
end
$$;

-- Claims one translation for the length of a lease: it is missing, or failed and may be tried again, or is to be made
-- again, or its claimer did not come back. Answers by which token it is the caller's now, or else how it stands; `ready`
-- with a reason when it should have been made again and cannot be. While no engine is up nothing is claimed, so that neither
-- tries nor quotas are spent on nothing. `asked`: it is a reader's wish, and a line does not have every language. Its row is
-- locked by the caller.
create function private.claim_translation(
  line public.lines,
  target text,
  asked boolean,
  person uuid,
  engine_up boolean,
  out token uuid,
  out status text,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  known public.translations;
begin
  select * into known from public.translations as existing
  where existing.line_id = line.id and existing.revision = line.revision and existing.language = target;
  status := known.status;
  reason := known.reason;
  if status = 'unavailable'
    or (status = 'ready' and not known.again)
    or (status in ('claimed', 'ready') and known.lease_until > now())
  then
    return;
  end if;

  status := case when known.again then 'ready' else 'failed' end;
  reason := 'translate/unavailable';
  if not engine_up then
    return;
  end if;
  if known.attempts >= private.bound('translateTries') then
    if known.again then
      update public.translations as existing set again = false
      where existing.line_id = line.id and existing.revision = line.revision and existing.language = target;
      return;
    end if;
    update public.translations as existing set status = 'unavailable', reason = 'translate/unavailable'
    where existing.line_id = line.id and existing.revision = line.revision and existing.language = target;
    status := 'unavailable';
    return;
  end if;
  if asked and known.again is not true and not private.has_room_for(line, target) then
    status := 'unavailable';
    reason := 'translate/too-many-languages';
    return;
  end if;
  if not private.spend('translate', person, line.meeting_id, char_length(line.text)) then
    reason := 'translate/quota';
    return;
  end if;

  insert into public.translations as existing (line_id, revision, language, status, lease_until)
  values (line.id, line.revision, target, 'claimed', clock_timestamp() + private.span('translateLease'))
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
create function private.made_translation(line public.lines, target text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (
      select jsonb_build_object('made', jsonb_build_object('revision', made.revision, 'text', made.text))
      from public.translations as made
      where made.line_id = line.id
        and made.revision = line.revision
        and made.language = target
        and made.status = 'ready'
    ),
    '{}'
  );
end
$$;

-- For the languages that are read in the call, or, when a reader asks for one, for this alone: then of what is there the
-- text is answered too, since no broadcast brings it to who reads afterwards. `terms`: what the glossaries of the claims'
-- workspaces say of their languages, each once for all of them.
create function private.claim_translations(line_ids uuid[], person uuid, engine_up boolean, asked text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  line public.lines;
  target text;
  claim record;
  lock int;
  known uuid[];
  workspace uuid;
  claimed jsonb := '[]';
  others jsonb := '[]';
  absent uuid[] := line_ids;
begin
  if cardinality(line_ids) > private.bound('translateBatch')
    or person is null
    or engine_up is null
    or (asked is not null and not private.is_language(asked))
  then
    perform private.fail('request/invalid');
  end if;
  -- An author's page asks while it sends.
  perform private.await_sending(person);
  known := array(
    select id from public.lines
    where id = any (line_ids) and deleted_at is null and private.may_read_call(person, call_id)
  );
  -- One claimer of a meeting at a time: two pages ask for the same line within milliseconds.
  for lock in
    select distinct hashtext('private.claim_translations ' || meeting_id) from public.lines
    where id = any (known)
    order by 1
  loop
    perform pg_advisory_xact_lock(lock);
  end loop;
  -- All of them before the first is spent for: who stores has such rows while they give back.
  perform from public.translations where line_id = any (known) order by line_id, revision, language for no key update;

  for line in
    select * from public.lines where id = any (known) and deleted_at is null
    order by meeting_id, seq
  loop
    absent := array_remove(absent, line.id);
    workspace := (select workspace_id from public.meetings where id = line.meeting_id);
    for target in select private.wanted_languages(line, asked) loop
      claim := private.claim_translation(line, target, asked is not null, person, engine_up);
      if claim.token is not null then
        claimed := claimed || jsonb_build_object(
          'line_id', line.id,
          'revision', line.revision,
          'language', line.language,
          'text', line.text,
          'target', target,
          'claim', claim.token,
          'workspace_id', workspace
        );
      else
        others := others || (
          jsonb_build_object('line_id', line.id, 'language', target, 'status', claim.status, 'reason', claim.reason)
          || case when asked is null then '{}' else private.made_translation(line, target) end
        );
      end if;
    end loop;
  end loop;
  return jsonb_build_object(
    'claimed', claimed, 'others', others, 'absent', absent, 'terms', private.terms_of_claims(claimed)
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
