-- Slow requests of one person do not wait for each other.

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
