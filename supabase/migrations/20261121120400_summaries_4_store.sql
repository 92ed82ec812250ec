-- Functions that store summaries and their translations for the edge function `summarise`.

-- Stores the result of a model, `{call_id, state, language, lines_read, lines_all, model, sentences: [{text,
-- line_ids}]}`, or its failure, `{call_id, state, reason, counts}`, while the claim holds. Sentences that cite
-- deleted or foreign lines are dropped; if none remains, the attempt failed. A new summary replaces the earlier one
-- and its translations. Returns whether there is a new summary.
create function private.store_summary(p_result jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_call_id uuid := (p_result ->> 'call_id')::uuid;
  valid_sentences jsonb;
begin
  -- The deletion of a line takes this lock too.
  perform from public.meetings
  where id = (select meeting_id from public.calls where id = v_call_id)
  for no key update;
  perform from public.summaries
  where call_id = v_call_id and status = 'claimed' and claimed_of = (p_result ->> 'state')::bigint
  for no key update;
  if not found then
    return false;
  end if;

  select jsonb_agg(sentence order by place) into valid_sentences
  from jsonb_array_elements(coalesce(p_result -> 'sentences', '[]')) with ordinality as given (sentence, place)
  where char_length(private.clean_message(sentence ->> 'text'))
      between private.limit_value('summary.sentenceLength.min') and private.limit_value('summary.sentenceLength.max')
    and jsonb_array_length(sentence -> 'line_ids') > 0
    and not exists (
      select from jsonb_array_elements_text(sentence -> 'line_ids') as wanted (id)
      where not exists (
        select from public.lines
        where lines.id = wanted.id::uuid and lines.call_id = v_call_id and lines.deleted_at is null
      )
    )
    and place <= private.limit_value('summary.maxSentences');
  if valid_sentences is null then
    update public.summaries
    set
      status = 'failed',
      reason = coalesce(p_result ->> 'reason', 'summary/unavailable'),
      attempts = attempts - case when coalesce((p_result ->> 'counts')::boolean, true) then 0 else 1 end
    where call_id = v_call_id;
    return false;
  end if;

  delete from public.summary_translations where call_id = v_call_id;
  delete from public.summary_sentences where call_id = v_call_id;
  update public.summaries
  set
    status = 'ready',
    reason = null,
    made_of = claimed_of,
    language = p_result ->> 'language',
    lines_read = (p_result ->> 'lines_read')::int,
    lines_all = (p_result ->> 'lines_all')::int,
    model = p_result ->> 'model',
    made_at = now()
  where call_id = v_call_id;
  insert into public.summary_sentences (call_id, number, text, line_ids)
  select
    v_call_id,
    place,
    private.clean_message(sentence ->> 'text'),
    array(select id::uuid from jsonb_array_elements_text(sentence -> 'line_ids') as wanted (id))
  from jsonb_array_elements(valid_sentences) with ordinality as kept (sentence, place);
  return true;
end
$$;
grant execute on function private.store_summary(jsonb) to service_role;

create function public.store_summary(p_result jsonb) returns boolean
language sql security invoker set search_path = '' as $$
  select private.store_summary(p_result)
$$;
grant execute on function public.store_summary(jsonb) to service_role;

-- Stores the result of an engine, `{call_id, state, target, texts: [{number, text}]}`, or its failure, `{call_id,
-- state, target, reason, counts, final}`, if the summary is still the same. Returns whether the translation is
-- stored.
create function private.store_summary_translation(p_result jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_call_id uuid := (p_result ->> 'call_id')::uuid;
  target_language text := p_result ->> 'target';
begin
  perform from public.summaries
  where call_id = v_call_id and made_of = (p_result ->> 'state')::bigint
  for no key update;
  if not found then
    return false;
  end if;
  if p_result ? 'texts' then
    update public.summary_translations set status = 'ready', reason = null, again = false
    where call_id = v_call_id and language = target_language and (status = 'claimed' or again);
    if not found then
      return false;
    end if;
    update public.summary_sentences as sentence
    set translations = sentence.translations || jsonb_build_object(target_language, given.text)
    from jsonb_to_recordset(p_result -> 'texts') as given (number int, text text)
    where sentence.call_id = v_call_id and sentence.number = given.number;
    return true;
  end if;
  update public.summary_translations
  set
    status = case when again then 'ready' when (p_result ->> 'final')::boolean then 'unavailable' else 'failed' end,
    reason = case when not again then p_result ->> 'reason' end,
    again = again and not (p_result ->> 'final')::boolean,
    attempts = greatest(0, attempts - case when (p_result ->> 'counts')::boolean then 0 else 1 end),
    lease_until = now()
  where call_id = v_call_id and language = target_language and (status = 'claimed' or again);
  return false;
end
$$;
grant execute on function private.store_summary_translation(jsonb) to service_role;

create function public.store_summary_translation(p_result jsonb) returns boolean
language sql security invoker set search_path = '' as $$
  select private.store_summary_translation(p_result)
$$;
grant execute on function public.store_summary_translation(jsonb) to service_role;
