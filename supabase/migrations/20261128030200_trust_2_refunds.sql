-- Refunds translations to the address that paid for them.

-- Stores engine results, `[{line_id, revision, language, status, text, engine, reason, claim, sent, counts}]`. A
-- result is used if the line still has that revision and the row is claimed or to be translated again. A good text is
-- accepted from any request; a failure only from the current claim, so that it does not interrupt another request. An
-- empty or too long text counts as failed.
--
-- `counts`: the failure is due to this text; the last attempt makes it final. `sent`: the text reached an engine. A
-- text that was not sent is not an attempt, and is refunded to the quotas that paid for it. A text that was sent
-- without a response may be retried a limited number of times. An earlier text is kept.
--
-- Sends one broadcast per line. Returns `[{line_id, language, status, reason, made}]` of the written rows, with
-- `made` as in `private.ready_translation_json`. A status of `ready` with a reason means that the new translation
-- failed.
create or replace function private.store_translations(p_results jsonb, p_user_id uuid, p_address uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  written jsonb;
  refunds jsonb;
  v_meeting_id uuid;
  payer_id uuid;
  amount bigint;
  line public.lines;
begin
  perform from public.meetings
  where id in (
    select lines.meeting_id
    from jsonb_to_recordset(p_results) as result(line_id uuid)
    join public.lines on lines.id = result.line_id
  )
  order by id
  for no key update;
  perform from public.translations
  where (line_id, revision, language) in (
    select result.line_id, result.revision, result.language
    from jsonb_to_recordset(p_results) as result(line_id uuid, revision int, language text)
  )
  order by line_id, revision, language
  for no key update;

  -- Materialized, or each use of a column would clean the text again.
  with result as materialized (
    select
      raw.line_id,
      raw.revision,
      raw.language,
      raw.status,
      private.clean_message(raw.text) as text,
      raw.engine,
      coalesce(raw.reason, 'translate/unavailable') as reason,
      raw.claim,
      coalesce(raw.sent, true) as sent,
      coalesce(raw.counts, true) as counts,
      raw.status = 'ready'
        and char_length(private.clean_message(raw.text))
          between private.limit_value('translation.min') and private.limit_value('translation.max') as good
    from jsonb_to_recordset(p_results) as raw(
      line_id uuid, revision int, language text, status text, text text, engine text, reason text,
      claim uuid, sent boolean, counts boolean
    )
  ),
  judged as (
    select
      result.*,
      lines.meeting_id,
      result.status = 'unavailable'
        or (result.counts and translation.attempts >= private.limit_value('translationAttempts'))
        or (
          result.sent and not result.counts
          and translation.unanswered + 1 >= private.limit_value('translationAttemptsWithoutResponse')
        ) as final,
      case
        when result.sent or result.good then 0
        when ((translation.lease_until - private.limit_interval('translationLeaseMs')) at time zone 'utc')::date
          < (now() at time zone 'utc')::date then 0
        else char_length(lines.text)
      end as unspent
    from result
    join public.lines on lines.id = result.line_id and lines.revision = result.revision
    join public.translations as translation
      on translation.line_id = result.line_id
      and translation.revision = result.revision
      and translation.language = result.language
      and (translation.status = 'claimed' or translation.again)
      and (result.good or translation.claim = result.claim)
  ),
  stored as (
    update public.translations
    set
      status = case
        when judged.good or translations.again then 'ready'
        when judged.final then 'unavailable'
        else 'failed'
      end,
      text = case when judged.good then judged.text else translations.text end,
      engine = case when translations.again and not judged.good then translations.engine else judged.engine end,
      reason = case when not judged.good and not translations.again then judged.reason end,
      again = translations.again and not judged.good and not judged.final,
      attempts = translations.attempts
        - case when judged.good or judged.counts or translations.attempts = 0 then 0 else 1 end,
      unanswered = case
        when judged.good then 0
        when judged.sent and not judged.counts then translations.unanswered + 1
        else translations.unanswered
      end,
      lease_until = now()
    from judged
    where translations.line_id = judged.line_id
      and translations.revision = judged.revision
      and translations.language = judged.language
    returning
      translations.line_id,
      translations.revision,
      translations.language,
      translations.status,
      translations.text,
      case when not judged.good then judged.reason end as reason,
      translations.charged_to,
      judged.meeting_id,
      judged.unspent
  )
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'line_id', stored.line_id, 'language', stored.language, 'status', stored.status, 'reason', stored.reason
        ) || case stored.status
          when 'ready' then
            jsonb_build_object('made', jsonb_build_object('revision', stored.revision, 'text', stored.text))
          else '{}'
        end
        order by stored.line_id, stored.language
      ),
      '[]'
    ),
    coalesce(
      jsonb_agg(
        jsonb_build_object('meeting', stored.meeting_id, 'payer', stored.charged_to, 'cost', stored.unspent)
      )
        filter (where stored.unspent > 0),
      '[]'
    )
  into written, refunds
  from stored;

  for line in
    select * from public.lines
    where id in (select translation.line_id from jsonb_to_recordset(written) as translation(line_id uuid))
    order by id
  loop
    update public.lines set changed = private.next_seq(line.meeting_id) where id = line.id returning * into line;
    perform private.broadcast_to_line_readers(
      line,
      'translated',
      jsonb_build_object(
        'line_id', line.id,
        'translations', (
          select jsonb_agg(shape)
          from jsonb_array_elements(private.line_json(line) -> 'translations') as shape
          where shape ->> 'language' in (
            select translation.language
            from jsonb_to_recordset(written) as translation(line_id uuid, language text)
            where translation.line_id = line.id
          )
        )
      )
    );
  end loop;

  -- Last, because other transactions that consume quotas wait from here on.
  for v_meeting_id, payer_id, amount in
    select given.meeting, given.payer, sum(given.cost)
    from jsonb_to_recordset(refunds) as given(meeting uuid, payer uuid, cost bigint)
    group by given.meeting, given.payer
  loop
    perform private.refund_quota('translate', payer_id, v_meeting_id, amount, p_address);
  end loop;
  return written;
end
$$;

drop function private.address_of_payer(uuid, uuid, uuid);
