-- Reading a summary.

-- Another number after each line that came, was edited, corrected or deleted. Marks and reactions change no words.
create function private.call_state(of_call uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(revision), 0) from public.lines where call_id = of_call
  );
end
$$;

-- A lease that ran out is a try that failed.
create function private.read_summary(of_call uuid, target text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  known public.summaries;
  is_lost boolean;
begin
  perform private.require_reader(private.caller(), of_call);
  select * into known from public.summaries where call_id = of_call;
  is_lost := known.status = 'claimed' and known.lease_until <= now();
  return jsonb_build_object(
    'state', case when is_lost then 'failed' else coalesce(known.status, 'none') end,
    'reason', case when is_lost then 'summary/unavailable' else known.reason end,
    'summary', case when known.made_of is not null then jsonb_build_object(
      'language', known.language,
      'made_at', known.made_at,
      'stale', known.made_of <> private.call_state(of_call),
      'lines_read', known.lines_read,
      'lines_all', known.lines_all,
      'sentences', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'text', sentence.text,
              'translation', sentence.translations ->> target,
              'lines', (
                select jsonb_agg(
                  jsonb_build_object('id', lines.id, 'at', coalesce(lines.spoken_at, lines.created_at)) order by lines.seq
                )
                from public.lines where lines.id = any (sentence.line_ids)
              )
            )
            order by sentence.number
          ),
          '[]'
        )
        from public.summary_sentences as sentence
        where sentence.call_id = of_call
      )
    ) end,
    'translation', case when target is not null and target <> known.language then coalesce(
      (
        select jsonb_build_object(
          'status', case
            when (status = 'claimed' or again) and lease_until > now() then 'claimed'
            when status = 'claimed' then 'failed'
            when again then 'again'
            else status
          end,
          'reason', reason
        )
        from public.summary_translations
        where summary_translations.call_id = of_call and summary_translations.language = target
      ),
      '{"status": "none", "reason": null}'
    ) end
  );
end
$$;
grant execute on function private.read_summary(uuid, text) to authenticated;

create function public.read_summary(call_id uuid, language text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_summary(call_id, language)
$$;
grant execute on function public.read_summary(uuid, text) to authenticated;
