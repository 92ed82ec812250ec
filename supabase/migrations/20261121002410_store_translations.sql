-- What engines answered. For the edge function `translate` alone, as `claim_translations` is.

-- Stores what engines answered, [{line_id, revision, language, status, text, engine, reason}], where it is still wanted:
-- the line has that revision and the row is still claimed, or to be made again. A text that cannot be one counts as
-- failed, and a failure at the last try is final; where an earlier text stands, it goes on standing. One broadcast for
-- each line. Answers [{line_id, language, status, reason, made}] of what it wrote, `made` as `private.made_translation`.
create function private.store_translations(results jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  written public.translations[];
  line public.lines;
begin
  perform from public.meetings
  where id in (
    select lines.meeting_id
    from jsonb_to_recordset(results) as result(line_id uuid)
    join public.lines on lines.id = result.line_id
  )
  order by id
  for no key update;

  with result as (
    select
      answer.*,
      answer.status = 'ready'
        and char_length(btrim(answer.text, private.blanks()))
          between private.bound('translation.min') and private.bound('translation.max') as good
    from jsonb_to_recordset(results) as answer(
      line_id uuid, revision int, language text, status text, text text, engine text, reason text
    )
  ),
  stored as (
    update public.translations
    set
      status = case
        when result.good or translations.again then 'ready'
        when result.status = 'unavailable' or translations.attempts >= private.bound('translateTries')
          then 'unavailable'
        else 'failed'
      end,
      text = case when result.good then btrim(result.text, private.blanks()) else translations.text end,
      engine = case when translations.again and not result.good then translations.engine else result.engine end,
      reason = case
        when not result.good and not translations.again then coalesce(result.reason, 'translate/unavailable')
      end,
      again = false
    from result
    join public.lines on lines.id = result.line_id and lines.revision = result.revision
    where translations.line_id = result.line_id
      and translations.revision = result.revision
      and translations.language = result.language
      and (translations.status = 'claimed' or translations.again)
    returning translations as translation
  )
  select coalesce(array_agg(translation order by (translation).line_id, (translation).language), '{}')
  into written
  from stored;

  for line in
    select * from public.lines
    where id in (select translation.line_id from unnest(written) as translation)
    order by id
  loop
    update public.lines set changed = private.next_seq(line.meeting_id) where id = line.id returning * into line;
    perform private.announce(
      line.meeting_id,
      line.changed,
      'translated',
      jsonb_build_object(
        'line_id', line.id,
        'translations', (
          select jsonb_agg(shape)
          from jsonb_array_elements(private.line_shape(line) -> 'translations') as shape
          where shape ->> 'language' in (
            select translation.language from unnest(written) as translation where translation.line_id = line.id
          )
        )
      )
    );
  end loop;

  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'line_id', translation.line_id,
          'language', translation.language,
          'status', translation.status,
          'reason', translation.reason
        ) || case translation.status
          when 'ready' then
            jsonb_build_object('made', jsonb_build_object('revision', translation.revision, 'text', translation.text))
          else '{}'
        end
      ),
      '[]'
    )
    from unnest(written) as translation
  );
end
$$;
grant execute on function private.store_translations(jsonb) to service_role;

create function public.store_translations(results jsonb) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.store_translations(results)
$$;
grant execute on function public.store_translations(jsonb) to service_role;
