-- A claim that claims nothing composes no names.

-- Returns the words behind the first `mentionsPerLine` `@` of a text, in the form in which mentions are searched, or an empty
-- text. Only these words are composed.
create function private.mention_words(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  -- The longest display name, with a combining mark behind each letter, and the `@`.
  word_length constant int := 121;
  rest text := p_text;
  words text := '';
begin
  for place in 1..private.limit_value('mentionsPerLine') loop
    exit when position('@' in rest) = 0;
    rest := substr(rest, position('@' in rest));
    words := words || split_part(left(rest, word_length), ' ', 1) || ' ';
    rest := substr(rest, 2);
  end loop;
  return private.mention_form(words);
end
$$;

-- Returns names of participants, also of former ones, whose first word follows an `@` in a text. The edge function
-- finds the exact mentions (contracts/text/mentions.ts).
create or replace function private.mentioned_names(p_meeting_id uuid, p_text text) returns setof text
language plpgsql stable set search_path = '' as $$
declare
  words text := private.mention_words(p_text);
begin
  if words = '' then
    return;
  end if;
  return query
  select display_name from public.participants
  where meeting_id = p_meeting_id
    and position(private.mention_form('@' || split_part(display_name, ' ', 1)) in words) > 0
  order by char_length(display_name) desc, number
  limit private.limit_value('mentionsPerLine');
end
$$;

-- Returns the same for lines, as pairs of `line_id` and `name`. The names of a meeting are composed once.
create function private.names_mentioned_in(p_line_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with texts as materialized (
      select id, meeting_id, private.mention_words(text) as words from public.lines
      where id = any (p_line_ids) and position('@' in text) > 0
    ),
    people as materialized (
      select meeting_id, display_name, number, private.mention_form('@' || split_part(display_name, ' ', 1)) as word
      from public.participants
      where meeting_id in (select meeting_id from texts)
    )
    select coalesce(jsonb_agg(jsonb_build_object('line_id', texts.id, 'name', mentioned.display_name)), '[]')
    from texts
    cross join lateral (
      select display_name from people
      where people.meeting_id = texts.meeting_id and position(people.word in texts.words) > 0
      order by char_length(display_name) desc, number
      limit private.limit_value('mentionsPerLine')
    ) as mentioned
  );
end
$$;

-- Returns whether a claim of the line's translations may succeed, apart from quotas and the number of its languages.
create function private.has_due_translation(p_line public.lines, p_language text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.translation_refusal(p_line.meeting_id) is null and exists (
    select
    from private.requested_languages(p_line, p_language) as target
    left join public.translations as existing
      on existing.line_id = p_line.id and existing.revision = p_line.revision and existing.language = target
    where existing.line_id is null or (
      existing.status <> 'unavailable'
      and (existing.status <> 'ready' or existing.again)
      and (existing.status not in ('claimed', 'ready') or existing.lease_until <= now())
      and existing.attempts < private.limit_value('translationAttempts')
    )
  );
end
$$;

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
  -- Before the lock of all quotas, because it reads the names of everybody in the meeting.
  if p_engine_up then
    names := private.names_mentioned_in(array(
      select id from public.lines
      where id = any (readable_ids) and position('@' in text) > 0 and private.has_due_translation(lines, p_language)
    ));
  end if;
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
      select coalesce(jsonb_agg(distinct named -> 'name'), '[]')
      from jsonb_array_elements(names) as named
      where named -> 'line_id' in (select claims -> 'line_id' from jsonb_array_elements(claimed) as claims)
    )
  );
end
$$;
