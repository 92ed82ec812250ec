-- Endless series: the job `remind` stores their further occurrences, before the stored ones are over.

-- Series whose rule has no occurrence beyond those stored, by the sequence of their last change.
create table private.complete_series (
  series_id uuid primary key references public.meeting_series on delete cascade,
  sequence int not null
);
revoke all on private.complete_series from public, anon, authenticated, service_role;
alter table private.complete_series enable row level security;

create index meeting_series_uncounted_idx on public.meeting_series (ends_at)
where cancelled_at is null and rule is not null and not rule ? 'count';

-- Returns series that may have further occurrences, those first whose stored ones end first. `last`: the key of the last one. A counted
-- rule has all of its occurrences.
create function private.series_to_extend(p_limit int) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'series_id', (due.series).id,
          'sequence', (due.series).sequence,
          'last', private.local_time_text(
            coalesce((select max(key) from public.series_occurrences where series_id = (due.series).id), (due.series).starts_local)
          ),
          'times', private.series_times(due.series),
          'overrides', private.series_overrides((due.series).id)
        )
      ),
      '[]'
    )
    from (
      select series
      from public.meeting_series as series
      join public.meetings on meetings.id = series.meeting_id
      where series.ends_at < now() + make_interval(days => private.limit_value('plans.extensionDays')::int)
        and series.cancelled_at is null
        and series.rule is not null
        and not series.rule ? 'count'
        and not private.has_ended(meetings)
        and not exists (
          select from private.complete_series as complete
          where complete.series_id = series.id and complete.sequence = series.sequence
        )
      order by series.ends_at
      limit least(p_limit, private.limit_value('plans.extensionsPerRun'))
    ) as due
  );
end
$$;
grant execute on function private.series_to_extend(int) to service_role;

create function public.series_to_extend(p_limit int) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.series_to_extend(p_limit)
$$;
grant execute on function public.series_to_extend(int) to service_role;

-- Stores further occurrences of a series, and returns whether it did. A series that was changed since then is left to the next run.
-- `sequence` stays, because nothing changes for calendars.
create function private.extend_series(p_series_id uuid, p_sequence int, p_occurrences jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  series public.meeting_series;
  added int;
begin
  select * into series from public.meeting_series
  where id = p_series_id and sequence = p_sequence and cancelled_at is null
  for no key update skip locked;
  if series.id is null then
    return false;
  end if;
  insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
  select
    series.id, private.local_time(item ->> 'key'), series.workspace_id, (item ->> 'starts_at')::timestamptz,
    (item ->> 'starts_at')::timestamptz + make_interval(mins => (item ->> 'length_minutes')::int)
  from private.object_list(p_occurrences, private.limit_value('planning.occurrences')) as item
  on conflict do nothing;
  get diagnostics added = row_count;
  if added > 0 then
    update public.meeting_series
    set ends_at = (select max(ends_at) from public.series_occurrences where series_id = series.id)
    where id = series.id;
  elsif jsonb_array_length(p_occurrences) = 0 then
    insert into private.complete_series (series_id, sequence) values (series.id, series.sequence)
    on conflict (series_id) do update set sequence = excluded.sequence;
  end if;
  return added > 0;
exception
  when not_null_violation or check_violation or data_exception then
    perform private.raise_error('request/invalid');
end
$$;
grant execute on function private.extend_series(uuid, int, jsonb) to service_role;

create function public.extend_series(p_series_id uuid, p_sequence int, p_occurrences jsonb) returns boolean
language sql security invoker set search_path = '' as $$
  select private.extend_series(p_series_id, p_sequence, p_occurrences)
$$;
grant execute on function public.extend_series(uuid, int, jsonb) to service_role;
