-- Reads of the newest calls of a workspace or a person go by an index. Before, they read all of them.

create function private.newest_calls_of_workspace(
  p_workspace_id uuid, p_from timestamptz, p_until timestamptz, p_ended boolean, p_most bigint
) returns setof public.calls
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select * from public.calls
  where workspace_id = p_workspace_id
    and started_at >= p_from
    and started_at < p_until
    and (ended_at is not null or not p_ended)
  order by started_at desc, id
  limit p_most;
end
$$;

create function private.newest_open_calls(p_workspace_id uuid, p_most bigint) returns setof public.calls
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select * from public.calls
  where workspace_id = p_workspace_id and ended_at is null
  order by started_at desc
  limit p_most;
end
$$;

-- Returns the insights of the calls of a workspace that began on these days, for its members. The days are those of the
-- caller's time zone. A call counts once its end is written.
create or replace function private.insights(p_workspace_id uuid, p_from date, p_until date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  v_time_zone text := coalesce((select time_zone from public.profiles where id = caller_id), 'UTC');
  max_calls bigint := private.limit_value('measures.callsPerAnswer');
  call_ids uuid[];
begin
  perform private.check_rate_limit(caller_id, 'measures.readsPerMinute');
  if not private.has_workspace_role(caller_id, p_workspace_id, 'member') then
    perform private.raise_error('request/not-allowed');
  elsif (p_until - p_from between 0 and private.limit_value('measures.days') - 1) is not true then
    perform private.raise_error('request/invalid');
  end if;
  call_ids := array(
    select calls.id
    from private.newest_calls_of_workspace(
      p_workspace_id,
      p_from::timestamp at time zone v_time_zone,
      (p_until + 1)::timestamp at time zone v_time_zone,
      true,
      max_calls + 1
    ) as calls
    order by calls.started_at desc, calls.id
  );
  return jsonb_build_object(
    'figures', private.insight_figures(call_ids[:max_calls], caller_id, v_time_zone),
    'complete', cardinality(call_ids) <= max_calls
  );
end
$$;

-- Returns the calls in which a workspace's terms are searched: the newest ones, until they have enough lines. Among the newest
-- 2,000, it returns at most 500 with lines, because each has its own summary.
create or replace function private.term_search_calls(p_workspace_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
declare
  most_read constant bigint := 2000;
  most_found constant bigint := 500;
begin
  return query
  select newest.id
  from (
    select spoken.id, sum(line_count) over (order by spoken.started_at desc, spoken.id) - line_count as lines_before
    from (
      select calls.id, calls.started_at, calls.line_count
      from private.newest_calls_of_workspace(
        p_workspace_id, now() - private.limit_interval('termSearchMaxAgeMs'), 'infinity', false, most_read
      ) as calls
      where calls.line_count > 0
      order by calls.started_at desc, calls.id
      limit most_found
    ) as spoken
  ) as newest
  where newest.lines_before < private.limit_value('termSearchLines');
end
$$;

-- Notifies the workspace's open calls that the glossary changed. Call it last: a transaction that holds a meeting's
-- lock must not wait for a term. With more calls than `max_calls`, others learn it with the next change of their meeting.
create or replace function private.broadcast_terms_changed(p_workspace_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  max_calls constant int := 20;
  most_read constant bigint := 500;
  meeting_id uuid;
begin
  for meeting_id in
    select id from public.meetings
    where workspace_id = p_workspace_id
      and id = any (array(
        select opened.meeting_id
        from private.newest_open_calls(p_workspace_id, most_read) as opened
        -- `offset 0`: the peers of each call are read by its id.
        where exists (
          select from public.call_peers
          where call_id = opened.id
            and left_at is null
            and last_seen >= now() - private.limit_interval('peerTimeoutMs')
          offset 0
        )
        order by opened.started_at desc
        limit max_calls
      ))
    order by id
    for no key update
  loop
    update public.meetings set terms = seq + 1 where id = meeting_id;
    perform private.broadcast_meeting_changed(meeting_id);
  end loop;
end
$$;

-- Returns the newest confirmations of the last thousand calls that the caller attended, those that wait for the caller first.
create or replace function private.home_confirmations() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  page_size int := private.limit_value('confirmations.onHomePage');
  most_calls constant bigint := 1000;
  reading_language text := (select reads from public.profiles where id = caller_id);
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'line_id', line_id,
          'meeting_id', (newest.line).meeting_id,
          'call_id', (newest.line).call_id,
          'title', meetings.title,
          'host_name', private.host_name(meetings),
          'kind', newest.kind,
          'text', (newest.line).text,
          'language', (newest.line).language,
          'translation', (
            select translations.text from public.translations
            where translations.line_id = newest.line_id
              and translations.revision = (newest.line).revision
              and translations.language = reading_language
              and translations.status = 'ready'
              and (newest.line).language <> reading_language
          ),
          'reads', reading_language,
          'waits_for_me', newest.waits,
          'counts', private.confirmation_counts(newest.line)
        )
        order by newest.waits desc, newest.asked_at desc, newest.line_id
      ),
      '[]'
    )
    from (
      select *
      from (
        select
          recent.line_id,
          recent.asked_at,
          line_marks.kind,
          lines as line,
          not exists (
            select from public.confirmation_answers as answers
            where answers.line_id = lines.id and answers.user_id = caller_id and answers.revision = lines.revision
          ) and not private.waits_for_owner(caller_id, lines) as waits
        from (
          select asked.*
          from private.newest_attendance(caller_id, most_calls) as attended
          -- `offset 0`: otherwise the planner may read the confirmations of everybody.
          cross join lateral (
            select * from public.confirmations where confirmations.call_id = attended.call_id offset 0
          ) as asked
          order by asked.asked_at desc
          limit 10 * page_size
        ) as recent
        join public.lines on lines.id = recent.line_id and lines.deleted_at is null
        join public.line_marks on line_marks.line_id = lines.id and line_marks.kind in ('decision', 'task')
        where private.has_attended(caller_id, recent.call_id)
      ) as shown
      order by waits desc, asked_at desc, line_id
      limit page_size
    ) as newest
    join public.meetings on meetings.id = (newest.line).meeting_id
  );
end
$$;
