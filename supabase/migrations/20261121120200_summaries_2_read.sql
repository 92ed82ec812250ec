-- Functions that read a summary.

-- Returns a number that changes with each new, edited, corrected or deleted line. Marks and reactions do not change
-- it.
create function private.call_lines_version(p_call_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(revision), 0) from public.lines where call_id = p_call_id
  );
end
$$;

-- Returns the summary and its state. An expired lease is a failed attempt.
create function private.read_summary(p_call_id uuid, p_language text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid;
  summary public.summaries;
  is_lease_expired boolean;
begin
  caller_id := private.require_user_id();
  perform private.require_call_reader(caller_id, p_call_id);
  if p_language is not null and not private.is_language(p_language) then
    perform private.raise_error('language/unknown');
  end if;
  -- A summary is about the whole call, so nobody else gets it.
  if private.reads_whole_call(caller_id, p_call_id) then
    select * into summary from public.summaries where call_id = p_call_id;
  end if;
  is_lease_expired := summary.status = 'claimed' and summary.lease_until <= now();
  return jsonb_build_object(
    'state', case when is_lease_expired then 'failed' else coalesce(summary.status, 'none') end,
    'reason', case when is_lease_expired then 'summary/unavailable' else summary.reason end,
    'summary', case when summary.made_of is not null then jsonb_build_object(
      'language', summary.language,
      'made_at', summary.made_at,
      'stale', summary.made_of <> private.call_lines_version(p_call_id),
      'lines_read', summary.lines_read,
      'lines_all', summary.lines_all,
      'sentences', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'text', sentence.text,
              'translation', sentence.translations ->> p_language,
              'lines', (
                select jsonb_agg(
                  jsonb_build_object('id', lines.id, 'at', coalesce(lines.spoken_at, lines.created_at))
                  order by lines.seq
                )
                from public.lines where lines.id = any (sentence.line_ids)
              )
            )
            order by sentence.number
          ),
          '[]'
        )
        from public.summary_sentences as sentence
        where sentence.call_id = p_call_id
      )
    ) end,
    'translation', case when p_language is not null and p_language <> summary.language then coalesce(
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
        where summary_translations.call_id = p_call_id and summary_translations.language = p_language
      ),
      '{"status": "none", "reason": null}'
    ) end
  );
end
$$;
grant execute on function private.read_summary(uuid, text) to authenticated;

create function public.read_summary(p_call_id uuid, p_language text default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_summary(p_call_id, p_language)
$$;
grant execute on function public.read_summary(uuid, text) to authenticated;
