-- Functions that store what the edge function `plan` computed. The database repeats no recurrence: it checks bounds.

-- Returns a local time of the text, as the contract `localTime` has it. Rejects any other.
create function private.local_time(p_text text) returns timestamp
language plpgsql stable set search_path = '' as $$
declare
  local_time timestamp;
begin
  if p_text is null or p_text !~ '^(19[7-9]\d|20\d\d|21\d\d|2200)-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$' then
    perform private.raise_error('request/invalid');
  end if;
  begin
    local_time := p_text::timestamp;
  exception when datetime_field_overflow or invalid_datetime_format then
    perform private.raise_error('request/invalid');
  end;
  return local_time;
end
$$;

create function private.local_time_text(p_local timestamp) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return to_char(p_local, 'YYYY-MM-DD"T"HH24:MI');
end
$$;

-- Returns the elements of a list of objects. Rejects other values and longer lists.
create function private.object_list(p_list jsonb, p_max bigint) returns setof jsonb
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_list) is distinct from 'array' or jsonb_array_length(p_list) > p_max then
    perform private.raise_error('request/invalid');
  elsif exists (select from jsonb_array_elements(p_list) as item where jsonb_typeof(item) <> 'object') then
    perform private.raise_error('request/invalid');
  end if;
  return query select item from jsonb_array_elements(p_list) as item;
end
$$;

create function private.series_title(p_title text) returns text
language plpgsql stable set search_path = '' as $$
declare
  title text := private.clean_name(private.measured(p_title, 'title.max', 'title/too-long'));
begin
  if title = '' then
    perform private.raise_error('request/invalid');
  elsif char_length(title) > private.limit_value('title.max') then
    perform private.raise_error('title/too-long');
  end if;
  return title;
end
$$;

-- Returns the lines of an agenda. Empty ones are left out.
create function private.series_agenda(p_agenda jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  agenda text[] := '{}';
  line text;
begin
  if jsonb_typeof(p_agenda) is distinct from 'array'
    or jsonb_array_length(p_agenda) > private.limit_value('plans.agendaLines')
    or exists (select from jsonb_array_elements(p_agenda) as item where jsonb_typeof(item) <> 'string')
  then
    perform private.raise_error('request/invalid');
  end if;
  for line in select private.clean_name(private.measured(item, 'plans.agendaLine.max', 'request/invalid'))
    from jsonb_array_elements_text(p_agenda) as item
  loop
    if char_length(line) > private.limit_value('plans.agendaLine.max') then
      perform private.raise_error('request/invalid');
    elsif line <> '' then
      agenda := agenda || line;
    end if;
  end loop;
  return agenda;
end
$$;

-- Returns the series with the texts and times of a state.
create function private.series_with(p_series public.meeting_series, p_state jsonb) returns public.meeting_series
language plpgsql stable set search_path = '' as $$
declare
  series public.meeting_series := p_series;
begin
  if not private.is_language(coalesce(p_state ->> 'language', '')) then
    perform private.raise_error('language/unknown');
  elsif not private.is_time_zone(coalesce(p_state ->> 'zone', '')) then
    perform private.raise_error('time-zone/unknown');
  end if;
  series.title := private.series_title(p_state ->> 'title');
  series.language := p_state ->> 'language';
  series.agenda := private.series_agenda(p_state -> 'agenda');
  series.starts_local := private.local_time(p_state ->> 'start');
  series.zone := p_state ->> 'zone';
  series.length_minutes := (p_state ->> 'length_minutes')::int;
  series.rule := nullif(p_state -> 'rule', 'null');
  select max((item ->> 'starts_at')::timestamptz + make_interval(mins => (item ->> 'length_minutes')::int))
  into series.ends_at
  from private.object_list(p_state -> 'occurrences', private.limit_value('planning.occurrences')) as item;
  return series;
end
$$;

-- Stores a series that is new or locked, and replaces its overrides and occurrences.
create function private.store_series(p_series public.meeting_series, p_state jsonb) returns public.meeting_series
language plpgsql set search_path = '' as $$
declare
  most constant bigint := private.limit_value('planning.occurrences');
  series public.meeting_series;
begin
  series := private.series_with(p_series, p_state);
  insert into public.meeting_series values (series.*)
  on conflict (id) do update set
    sequence = excluded.sequence,
    title = excluded.title,
    language = excluded.language,
    agenda = excluded.agenda,
    starts_local = excluded.starts_local,
    zone = excluded.zone,
    length_minutes = excluded.length_minutes,
    rule = excluded.rule,
    ends_at = excluded.ends_at;
  delete from public.series_overrides where series_id = series.id;
  insert into public.series_overrides (series_id, key, kind, by, starts_local, length_minutes)
  select
    series.id, private.local_time(item ->> 'key'), item ->> 'kind', item ->> 'by',
    case when item ->> 'kind' = 'moved' then private.local_time(item ->> 'start') end,
    case when item ->> 'kind' = 'moved' then (item ->> 'length_minutes')::int end
  from private.object_list(p_state -> 'overrides', most) as item;
  delete from public.series_occurrences where series_id = series.id;
  insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
  select
    series.id, private.local_time(item ->> 'key'), series.workspace_id, (item ->> 'starts_at')::timestamptz,
    (item ->> 'starts_at')::timestamptz + make_interval(mins => (item ->> 'length_minutes')::int)
  from private.object_list(p_state -> 'occurrences', most) as item;
  return series;
exception
  when unique_violation or not_null_violation or check_violation or data_exception then
    perform private.raise_error('request/invalid');
end
$$;
