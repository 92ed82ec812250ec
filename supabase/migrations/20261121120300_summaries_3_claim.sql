-- Who has a call summed up, and for how much. These are for the edge function `summarise`, which shows the caller's token to
-- the REST API first; nobody else may write a summary.

-- What a model is given: the lines from the first on, as many as it may read, who said them, and the words of the glossary.
create function private.summary_source(call public.calls, state bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'kind', 'summarise',
      'state', state,
      'lines_all', count(*),
      'lines', coalesce(
        jsonb_agg(
          jsonb_build_object('id', given.id, 'who', given.who, 'language', given.language, 'text', given.text) order by given.seq
        ) filter (where given.bytes <= private.bound('summary.bytes')),
        '[]'
      ),
      'terms', (
        select coalesce(jsonb_agg(private.term_entry(known) order by lower(known.term), known.language), '[]')
        from public.glossary_terms as known
        join public.meetings on meetings.workspace_id = known.workspace_id
        where meetings.id = call.meeting_id and known.state = 'approved'
      )
    )
    from (
      select
        lines.id, lines.seq, lines.language, lines.text, participants.display_name as who,
        -- With what stands around a line in what is sent.
        sum(octet_length(lines.text) + 100) over (order by lines.seq) as bytes
      from public.lines
      left join public.participants
        on participants.meeting_id = lines.meeting_id and participants.user_id = lines.author
      where lines.call_id = call.id and lines.deleted_at is null
    ) as given
  );
end
$$;

-- Claims the making of a summary for the length of a lease, where there is none, or one of other lines and it is wanted again.
-- `work`: what is the caller's to do now. `taken`: somebody else's request is at it. `reason`: why it is not to be had. Who was
-- given rubbish often enough for these lines is given no more of it; what failed because nobody answered counts for nothing.
create function private.claim_summary_work(
  call public.calls,
  known public.summaries,
  person uuid,
  model_up boolean,
  out work jsonb,
  out taken boolean,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  state bigint := private.call_state(call.id);
  tried int := case when known.claimed_of = state then known.attempts else 0 end;
  bytes bigint;
begin
  taken := coalesce(known.status = 'claimed' and known.lease_until > now(), false);
  if taken then
    return;
  end if;
  work := private.summary_source(call, state);
  if (work ->> 'lines_all')::int < private.bound('summary.fewest') then
    work := null;
    return;
  end if;
  select sum(octet_length(given ->> 'text') + 100) into bytes from jsonb_array_elements(work -> 'lines') as given;
  if not model_up or tried >= private.bound('summary.tries') then
    reason := 'summary/unavailable';
  elsif not private.spend(
    'summary', person, call.meeting_id, ceil(bytes / private.bound('summary.part')::numeric)::bigint
  ) then
    reason := 'summary/quota';
  end if;
  if reason is not null then
    work := null;
    return;
  end if;
  insert into public.summaries as existing (call_id, claimed_of, status, attempts, lease_until)
  values (call.id, state, 'claimed', 1, now() + private.span('summary.lease'))
  on conflict (call_id) do update
  set
    claimed_of = excluded.claimed_of,
    status = 'claimed',
    reason = null,
    attempts = tried + 1,
    lease_until = excluded.lease_until;
end
$$;

-- The same for putting it into a language, by the leases and tries of translations. One that is to be made again stands
-- meanwhile, and for good after as many tries.
create function private.claim_summary_translation(
  call public.calls,
  known public.summaries,
  person uuid,
  target text,
  translator_up boolean,
  out work jsonb,
  out taken boolean,
  out reason text
)
language plpgsql set search_path = '' as $$
declare
  made public.summary_translations;
  sentences jsonb;
  characters int;
begin
  select * into made from public.summary_translations where call_id = call.id and language = target for no key update;
  taken := coalesce((made.status = 'claimed' or made.again) and made.lease_until > now(), false);
  if taken or (made.status = 'ready' and not made.again) then
    return;
  elsif made.status = 'unavailable' then
    reason := made.reason;
    return;
  elsif not translator_up then
    reason := 'translate/unavailable';
    return;
  end if;
  select jsonb_agg(jsonb_build_object('number', number, 'text', text) order by number), sum(char_length(text))
  into sentences, characters
  from public.summary_sentences where call_id = call.id;
  if sentences is null then
    return;
  elsif made.attempts >= private.bound('translateTries') and made.again then
    update public.summary_translations set again = false where call_id = call.id and language = target;
    return;
  elsif made.attempts >= private.bound('translateTries') then
    update public.summary_translations set status = 'unavailable', reason = 'translate/unavailable'
    where call_id = call.id and language = target;
    reason := 'translate/unavailable';
    return;
  elsif not private.spend('translate', person, call.meeting_id, characters) then
    reason := 'translate/quota';
    return;
  end if;
  insert into public.summary_translations as existing (call_id, language, status, attempts, lease_until)
  values (call.id, target, 'claimed', 1, now() + private.span('translateLease'))
  on conflict (call_id, language) do update
  set
    status = case when existing.again then 'ready' else 'claimed' end,
    reason = null,
    attempts = existing.attempts + 1,
    lease_until = excluded.lease_until;
  work := jsonb_build_object(
    'kind', 'translate',
    'state', known.made_of,
    'language', known.language,
    'target', target,
    'sentences', sentences,
    'terms', (
      select coalesce(jsonb_agg(private.term_entry(word) order by lower(word.term)), '[]')
      from public.glossary_terms as word
      join public.meetings on meetings.workspace_id = word.workspace_id
      where meetings.id = call.meeting_id and word.state = 'approved' and word.language = known.language
    )
  );
end
$$;

create function private.claim_summary(
  of_call uuid, person uuid, target text, again boolean, model_up boolean, translator_up boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  call public.calls;
  known public.summaries;
  claim record;
begin
  if person is null
    or (target is not null and not private.is_language(target))
    or num_nulls(again, model_up, translator_up) > 0
  then
    perform private.fail('request/invalid');
  end if;
  perform private.require_reader(person, of_call);
  perform private.take_turn(person, 'summary.asksPerMinute');
  -- One claimer of a call at a time.
  perform pg_advisory_xact_lock(hashtext('private.claim_summary ' || of_call));
  select * into call from public.calls where id = of_call;
  select * into known from public.summaries where call_id = of_call for no key update;
  if known.made_of is null or (again and known.made_of <> private.call_state(of_call)) then
    claim := private.claim_summary_work(call, known, person, model_up);
  elsif target <> known.language then
    claim := private.claim_summary_translation(call, known, person, target, translator_up);
  else
    return '{"work": null, "taken": false, "reason": null}';
  end if;
  return jsonb_build_object('work', claim.work, 'taken', claim.taken, 'reason', claim.reason);
end
$$;
grant execute on function private.claim_summary(uuid, uuid, text, boolean, boolean, boolean) to service_role;

create function public.claim_summary(
  call_id uuid, user_id uuid, language text, again boolean, model_up boolean, translator_up boolean
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.claim_summary(call_id, user_id, language, again, model_up, translator_up)
$$;
grant execute on function public.claim_summary(uuid, uuid, text, boolean, boolean, boolean) to service_role;
