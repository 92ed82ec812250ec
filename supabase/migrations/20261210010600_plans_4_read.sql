-- Functions that read planned meetings, for members of their workspace.

-- Returns the occurrences that overlap a time in a workspace, the earliest first, with their series. No occurrence is longer than a day.
-- `more`: further ones are not in the response.
create function private.calendar(p_workspace_id uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  most constant int := private.limit_value('plans.occurrencesPerRead');
  occurrences jsonb;
begin
  perform private.check_rate_limit(caller_id, 'plans.readsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'member');
  if (
    p_from >= '1970-01-01' and p_to >= p_from and p_to <= '2201-01-01'
    and p_to - p_from <= make_interval(days => private.limit_value('plans.daysPerRead')::int)
  ) is not true then
    perform private.raise_error('request/invalid');
  end if;
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'series_id', series_id, 'key', private.local_time_text(key), 'starts_at', starts_at, 'ends_at', ends_at
      )
      order by starts_at, series_id, key
    ),
    '[]'
  )
  into occurrences
  from (
    select series_id, key, starts_at, ends_at from public.series_occurrences
    where workspace_id = p_workspace_id
      and starts_at > p_from - interval '1 day'
      and starts_at < p_to
      and ends_at > p_from
    order by starts_at, series_id, key
    limit most + 1
  ) as shown;
  return jsonb_build_object(
    'series', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', series.id,
            'meeting_id', meetings.id,
            'title', series.title,
            'language', series.language,
            'repeats', series.rule is not null,
            'ended', private.has_ended(meetings)
          )
          order by series.id
        ),
        '[]'
      )
      from public.meeting_series as series
      join public.meetings on meetings.id = series.meeting_id
      where series.id in (select distinct (item ->> 'series_id')::uuid from jsonb_array_elements(occurrences) as item)
    ),
    'occurrences', occurrences - most,
    'more', jsonb_array_length(occurrences) > most
  );
end
$$;
grant execute on function private.calendar(uuid, timestamptz, timestamptz) to authenticated;

create function public.calendar(p_workspace_id uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.calendar(p_workspace_id, p_from, p_to)
$$;
grant execute on function public.calendar(uuid, timestamptz, timestamptz) to authenticated;

-- Returns the time that an invitee proposes instead, or null.
create function private.proposal_json(p_invitee public.series_invitees) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_invitee.proposed_local is not null then
    jsonb_build_object('start', private.local_time_text(p_invitee.proposed_local), 'zone', p_invitee.proposed_zone)
  end;
end
$$;

-- Returns the invitees of a series. `p_addresses`: with their email addresses.
create function private.series_invitees(p_series_id uuid, p_addresses boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', invitees.id,
          'user_id', invitees.user_id,
          'email', case when p_addresses then invitees.email end,
          'name', profiles.display_name,
          'language', coalesce(invitees.language, profiles.reads),
          'zone', coalesce(invitees.zone, profiles.time_zone),
          'answer', invitees.answer,
          'answered_at', invitees.answered_at,
          'proposal', private.proposal_json(invitees)
        )
        order by invitees.invited_at, invitees.id
      ),
      '[]'
    )
    from public.series_invitees as invitees
    left join public.profiles on profiles.id = invitees.user_id
    where invitees.series_id = p_series_id and invitees.removed_at is null
  );
end
$$;

-- Returns a series as a reader sees it. Only people who may change it see the addresses, and only they and invitees get the code.
create function private.series_json(p_reader_id uuid, p_series public.meeting_series) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  can_change boolean := private.can_change_series(p_reader_id, p_series);
  is_invited boolean := exists (
    select from public.series_invitees where series_id = p_series.id and user_id = p_reader_id and removed_at is null
  );
  meeting public.meetings;
begin
  select * into meeting from public.meetings where id = p_series.meeting_id;
  return jsonb_build_object(
    'id', p_series.id,
    'workspace_id', p_series.workspace_id,
    'meeting_id', meeting.id,
    'code', case when can_change or is_invited then meeting.code end,
    'access', meeting.access,
    'ended', private.has_ended(meeting),
    'title', p_series.title,
    'language', p_series.language,
    'agenda', p_series.agenda,
    'organizer_name', (select display_name from public.profiles where id = p_series.organizer),
    'sequence', p_series.sequence,
    'cancelled_at', p_series.cancelled_at,
    'can_change', can_change and p_series.cancelled_at is null and not private.has_ended(meeting),
    'times', private.series_times(p_series),
    'overrides', private.series_overrides(p_series.id),
    'invitees', private.series_invitees(p_series.id, can_change)
  );
end
$$;

create function private.read_series(p_series_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  series public.meeting_series;
begin
  perform private.check_rate_limit(caller_id, 'plans.readsPerMinute');
  select * into series from public.meeting_series where id = p_series_id;
  if series.id is null or not private.has_workspace_role(caller_id, series.workspace_id, 'member') then
    perform private.raise_error('request/not-found');
  end if;
  return private.series_json(caller_id, series);
end
$$;
grant execute on function private.read_series(uuid) to authenticated;

create function public.read_series(p_series_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.read_series(p_series_id)
$$;
grant execute on function public.read_series(uuid) to authenticated;
