-- Functions that claim a summary or its translation for the edge function `summarise`.
--
-- The edge function verifies the user's token through the REST API. The functions are granted to the service role
-- only, so nobody else can write a summary.

-- Returns the input of the model: lines from the start up to the size limit, their authors, and the glossary.
create function private.summary_input_json(p_call public.calls, p_lines_version bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'kind', 'summarise',
      'state', p_lines_version,
      'lines_all', count(*),
      'lines', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', given.id,
            'who', given.who,
            'language', given.language,
            'text', given.text,
            'corrected_by', given.corrected_by
          )
          order by given.seq
        ) filter (where given.bytes <= private.limit_value('summary.maxBytes')),
        '[]'
      ),
      'terms', (
        select coalesce(
          jsonb_agg(private.term_entry_json(glossary) order by lower(glossary.term), glossary.language),
          '[]'
        )
        from public.glossary_terms as glossary
        join public.meetings on meetings.workspace_id = glossary.workspace_id
        where meetings.id = p_call.meeting_id and glossary.state = 'approved'
      )
    )
    from (
      select
        lines.id, lines.seq, lines.language, lines.text, participants.display_name as who,
        -- Somebody else's wording is given with their name. Without a participant the name is empty.
        case when lines.corrected_by <> lines.author then coalesce(correctors.display_name, '') end as corrected_by,
        -- 100 bytes are added for what surrounds a line in the request.
        sum(octet_length(lines.text) + 100) over (order by lines.seq) as bytes
      from public.lines
      left join public.participants
        on participants.meeting_id = lines.meeting_id and participants.user_id = lines.author
      left join public.participants as correctors
        on correctors.meeting_id = lines.meeting_id and correctors.user_id = lines.corrected_by
      where lines.call_id = p_call.id and lines.deleted_at is null
    ) as given
  );
end
$$;

-- Claims the generation of a summary for the length of a lease, if there is none or if a newer one was requested.
-- `work` is the caller's task; `taken` means that another request is working on it; `reason` is why there is no task.
-- Unusable model output counts as an attempt for these lines; a missing response does not.
create function private.claim_summary_generation(
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
  input_bytes bigint;
begin
  taken := coalesce(p_summary.status = 'claimed' and p_summary.lease_until > now(), false);
  if taken then
    return;
  end if;
  if private.translation_refusal(p_call.meeting_id) is not null then
    reason := 'summary/off';
    return;
  end if;
  work := private.summary_input_json(p_call, lines_version);
  if (work ->> 'lines_all')::int < private.limit_value('summary.minLines') then
    work := null;
    return;
  end if;
  select sum(octet_length(given ->> 'text') + 100) into input_bytes from jsonb_array_elements(work -> 'lines') as given;
  if not p_model_up or used_attempts >= private.limit_value('summary.maxAttempts') then
    reason := 'summary/unavailable';
  elsif not private.consume_quota(
    'summary', p_user_id, p_call.meeting_id,
    ceil(input_bytes / private.limit_value('summary.chunkBytes')::numeric)::bigint,
    p_address
  ) then
    reason := 'summary/quota';
  end if;
  if reason is not null then
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

-- Claims the translation of a summary, with the lease and attempts of translations. A ready one that is to be
-- translated again stays ready, also after the last attempt.
create function private.claim_summary_translation(
  p_call public.calls,
  p_summary public.summaries,
  p_user_id uuid,
  p_language text,
  p_translator_up boolean,
  p_address uuid,
  out work jsonb,
  out taken boolean,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  translation public.summary_translations;
  sentences jsonb;
  characters int;
begin
  select * into translation from public.summary_translations
  where call_id = p_call.id and language = p_language
  for no key update;
  taken := coalesce((translation.status = 'claimed' or translation.again) and translation.lease_until > now(), false);
  if taken or (translation.status = 'ready' and not translation.again) then
    return;
  elsif translation.status = 'unavailable' then
    reason := translation.reason;
    return;
  elsif private.translation_refusal(p_call.meeting_id) is not null then
    reason := private.translation_refusal(p_call.meeting_id);
    return;
  elsif not p_translator_up then
    reason := 'translate/unavailable';
    return;
  end if;
  select jsonb_agg(jsonb_build_object('number', number, 'text', text) order by number), sum(char_length(text))
  into sentences, characters
  from public.summary_sentences where call_id = p_call.id;
  if sentences is null then
    return;
  elsif translation.attempts >= private.limit_value('translationAttempts') and translation.again then
    update public.summary_translations set again = false where call_id = p_call.id and language = p_language;
    return;
  elsif translation.attempts >= private.limit_value('translationAttempts') then
    update public.summary_translations set status = 'unavailable', reason = 'translate/unavailable'
    where call_id = p_call.id and language = p_language;
    reason := 'translate/unavailable';
    return;
  elsif not private.consume_quota('translate', p_user_id, p_call.meeting_id, characters, p_address) then
    reason := 'translate/quota';
    return;
  end if;
  insert into public.summary_translations as existing (call_id, language, status, attempts, lease_until)
  values (p_call.id, p_language, 'claimed', 1, now() + private.limit_interval('translationLeaseMs'))
  on conflict (call_id, language) do update
  set
    status = case when existing.again then 'ready' else 'claimed' end,
    reason = null,
    attempts = existing.attempts + 1,
    lease_until = excluded.lease_until;
  work := jsonb_build_object(
    'kind', 'translate',
    'state', p_summary.made_of,
    'language', p_summary.language,
    'target', p_language,
    'sentences', sentences,
    'terms', (
      select coalesce(jsonb_agg(private.term_entry_json(word) order by lower(word.term)), '[]')
      from public.glossary_terms as word
      join public.meetings on meetings.workspace_id = word.workspace_id
      where meetings.id = p_call.meeting_id and word.state = 'approved' and word.language = p_summary.language
    ),
    'names', array(select private.mentioned_names(p_call.meeting_id, sentences::text))
  );
end
$$;

create function private.claim_summary(
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
  perform private.check_rate_limit(p_user_id, 'summary.requestsPerMinute');
  -- Serialize the claims of a call.
  perform pg_advisory_xact_lock(hashtext('private.claim_summary ' || p_call_id));
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
grant execute on function private.claim_summary(uuid, uuid, text, boolean, boolean, boolean, uuid) to service_role;

create function public.claim_summary(
  p_call_id uuid,
  p_user_id uuid,
  p_language text,
  p_again boolean,
  p_model_up boolean,
  p_translator_up boolean,
  p_address uuid default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.claim_summary(
    p_call_id, p_user_id, p_language, p_again, p_model_up, p_translator_up, p_address
  )
$$;
grant execute on function public.claim_summary(uuid, uuid, text, boolean, boolean, boolean, uuid) to service_role;

-- Rejects callers who may not read the call. `summarise` calls it with the caller's token, which verifies the token.
create function private.authorize_summary(p_call_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.reads_whole_call(private.require_user_id(), p_call_id) then
    perform private.raise_error('meeting/not-entered');
  end if;
end
$$;
grant execute on function private.authorize_summary(uuid) to authenticated;

create function public.authorize_summary(p_call_id uuid) returns void
language sql stable security invoker set search_path = '' as $$
  select private.authorize_summary(p_call_id)
$$;
grant execute on function public.authorize_summary(uuid) to authenticated;
