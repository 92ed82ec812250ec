-- Work that nobody needs is not done, and slow requests of one person do not wait for each other.

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

-- Counts an action whose work is slow by nature. Rejects another request of the same user and action at once. It would wait with
-- a connection of the pool for the row of its rate limit, until the first has ended. Clients send it again.
create function private.check_rate_limit_at_once(p_user_id uuid, p_limit_name text) returns void
language plpgsql set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(
    hashtextextended('private.check_rate_limit_at_once:' || p_user_id, hashtext(p_limit_name))
  ) then
    perform private.raise_error('request/busy');
  end if;
  perform private.check_rate_limit(p_user_id, p_limit_name);
end
$$;

create or replace function private.term_occurrences(p_term_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  term public.glossary_terms;
  call_ids uuid[];
begin
  perform private.check_rate_limit_at_once(caller_id, 'termSearchesPerMinute');
  term := private.lock_term(caller_id, p_term_id);
  call_ids := array(
    select calls.id
    from private.term_search_calls(term.workspace_id) as searched (call_id)
    join public.calls on calls.id = searched.call_id
    order by calls.started_at desc, calls.id
  );
  return (
    with hits as materialized (
      select found.call_id, count(*) as lines
      from private.lines_of_calls_with_term(call_ids, term) as found
      group by found.call_id
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'call_id', calls.id,
          'meeting_id', meetings.id,
          'title', meetings.title,
          'started_at', calls.started_at,
          'lines', coalesce(hits.lines, 0),
          'sentences', summary.sentences
        )
        order by calls.started_at desc
      ),
      '[]'
    )
    from public.calls
    join public.meetings on meetings.id = calls.meeting_id
    left join hits on hits.call_id = calls.id
    -- `offset 0`: otherwise each use of the count would search the summary again.
    cross join lateral (
      select (select count(*) from private.sentences_with_term(calls.id, term)) as sentences
      offset 0
    ) as summary
    where calls.id = any (call_ids) and (hits.lines is not null or summary.sentences > 0)
  );
end
$$;

-- Claims the generation of a summary for the length of a lease, if there is none or if a newer one was requested.
-- `work` is the caller's task; `taken` means that another request is working on it; `reason` is why there is no task.
-- Unusable model output counts as an attempt for these lines; a missing response does not. The input is built last, because that
-- takes time, but before the quota is consumed, because others wait for the quota's lock.
create or replace function private.claim_summary_generation(
  p_call public.calls,
  p_summary public.summaries,
  p_user_id uuid,
  p_model_up boolean,
  p_address uuid,
  out work jsonb,
  out taken boolean,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  lines_version bigint := private.call_lines_version(p_call.id);
  used_attempts int := case when p_summary.claimed_of = lines_version then p_summary.attempts else 0 end;
  requests bigint;
begin
  taken := coalesce(p_summary.status = 'claimed' and p_summary.lease_until > now(), false);
  if taken then
    return;
  end if;
  if private.translation_refusal(p_call.meeting_id) is not null then
    reason := 'summary/off';
    return;
  end if;
  if (
    select count(*)
    from (
      select from public.lines where call_id = p_call.id and deleted_at is null limit private.limit_value('summary.minLines')
    ) as first_lines
  ) < private.limit_value('summary.minLines') then
    return;
  end if;
  -- The requests to the model for the lines of `summary_input_json`.
  select ceil(sum(given.bytes) / private.limit_value('summary.chunkBytes')::numeric) into requests
  from (
    select
      octet_length(first_lines.text) + 100 as bytes,
      sum(octet_length(first_lines.text) + 100) over (order by first_lines.seq) as bytes_until
    from (
      select lines.text, lines.seq from public.lines
      where lines.call_id = p_call.id and lines.deleted_at is null
      order by lines.seq
      limit private.limit_value('summary.maxBytes') / 100
    ) as first_lines
  ) as given
  where given.bytes_until <= private.limit_value('summary.maxBytes');
  if not p_model_up or used_attempts >= private.limit_value('summary.maxAttempts') then
    reason := 'summary/unavailable';
  elsif not private.has_quota('summary', p_user_id, p_call.meeting_id, requests, p_address, false) then
    reason := 'summary/quota';
  end if;
  if reason is not null then
    return;
  end if;
  work := private.summary_input_json(p_call, lines_version);
  if not private.consume_quota('summary', p_user_id, p_call.meeting_id, requests, p_address) then
    reason := 'summary/quota';
    work := null;
    return;
  end if;
  insert into public.summaries as existing (call_id, claimed_of, status, attempts, lease_until)
  values (p_call.id, lines_version, 'claimed', 1, now() + private.limit_interval('summary.leaseMs'))
  on conflict (call_id) do update
  set
    claimed_of = excluded.claimed_of,
    status = 'claimed',
    reason = null,
    attempts = used_attempts + 1,
    lease_until = excluded.lease_until;
end
$$;

create or replace function private.claim_summary(
  p_call_id uuid,
  p_user_id uuid,
  p_language text,
  p_again boolean,
  p_model_up boolean,
  p_translator_up boolean,
  p_address uuid
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  call public.calls;
  summary public.summaries;
  claim record;
begin
  if p_user_id is null
    or (p_language is not null and not private.is_language(p_language))
    or num_nulls(p_again, p_model_up, p_translator_up) > 0
  then
    perform private.raise_error('request/invalid');
  end if;
  if not private.reads_whole_call(p_user_id, p_call_id) then
    perform private.raise_error('meeting/not-entered');
  end if;
  perform private.check_rate_limit_at_once(p_user_id, 'summary.requestsPerMinute');
  -- One claim of a call at a time. Another is sent again, because it would wait with a connection.
  if not pg_try_advisory_xact_lock(hashtextextended('private.claim_summary:' || p_call_id, 0)) then
    perform private.raise_error('request/busy');
  end if;
  select * into call from public.calls where id = p_call_id;
  select * into summary from public.summaries where call_id = p_call_id for no key update;
  if summary.made_of is null or (p_again and summary.made_of <> private.call_lines_version(p_call_id)) then
    claim := private.claim_summary_generation(call, summary, p_user_id, p_model_up, p_address);
  elsif p_language <> summary.language then
    claim := private.claim_summary_translation(call, summary, p_user_id, p_language, p_translator_up, p_address);
  else
    return '{"work": null, "taken": false, "reason": null}';
  end if;
  return jsonb_build_object('work', claim.work, 'taken', claim.taken, 'reason', claim.reason);
end
$$;
