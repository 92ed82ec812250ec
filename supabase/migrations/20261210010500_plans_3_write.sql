-- Functions that plan, change and cancel meetings. Members plan in their workspace. The organizer and admins change a series, as
-- long as they are members. The edge function `plan` asks as the caller first, computes the occurrences, and stores them with the secret key.

-- Returns whether a user may change a series.
create function private.can_change_series(p_user_id uuid, p_series public.meeting_series) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.has_workspace_role(p_user_id, p_series.workspace_id, 'admin')
    or (
      coalesce(p_series.organizer = p_user_id, false)
      and private.has_workspace_role(p_user_id, p_series.workspace_id, 'member')
    );
end
$$;

-- Returns a series that the user may change. Nobody outside of its workspace learns that it exists.
create function private.require_own_series(p_user_id uuid, p_series_id uuid) returns public.meeting_series
language plpgsql stable set search_path = '' as $$
declare
  series public.meeting_series;
begin
  select * into series from public.meeting_series where id = p_series_id;
  if series.id is null or not private.has_workspace_role(p_user_id, series.workspace_id, 'member') then
    perform private.raise_error('request/not-found');
  elsif not private.can_change_series(p_user_id, series) then
    perform private.raise_error('role/host-needed');
  end if;
  return series;
end
$$;

-- Locks a series for a change, and its meeting before it, as the deletion of the meeting does. `p_sequence`: the last change that the user
-- has seen, or null.
create function private.lock_series(p_user_id uuid, p_series_id uuid, p_sequence int) returns public.meeting_series
language plpgsql set search_path = '' as $$
declare
  series public.meeting_series := private.require_own_series(p_user_id, p_series_id);
  meeting public.meetings := private.lock_meeting_row(series.meeting_id);
begin
  series := private.require_own_series(p_user_id, p_series_id);
  if series.cancelled_at is not null or private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  elsif series.sequence <> p_sequence then
    perform private.raise_error('plan/changed');
  end if;
  return series;
end
$$;

-- Rejects a new series above the limits. Cancelled ones count for the day too.
create function private.require_series_left(p_user_id uuid, p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  since constant timestamptz := now() - interval '1 day';
begin
  if (
      select count(*) from public.meeting_series
      where organizer = p_user_id and workspace_id = p_workspace_id and ends_at > now()
    ) >= private.limit_value('plans.seriesPerPerson')
    or (select count(*) from public.meeting_series where workspace_id = p_workspace_id and ends_at > now())
      >= private.limit_value('plans.seriesPerWorkspace')
    or (select count(*) from public.meeting_series where organizer = p_user_id and created_at > since)
      >= private.limit_value('plans.seriesPerPersonInDay')
    or (select count(*) from public.meeting_series where workspace_id = p_workspace_id and created_at > since)
      >= private.limit_value('plans.seriesPerWorkspaceInDay')
    or (select count(*) from public.meeting_series where created_at > since) >= private.limit_value('plans.seriesInDay')
  then
    perform private.raise_error('plan/too-many');
  end if;
end
$$;

-- Rejects further invitations above the limits. Removed invitees count too.
create function private.require_invitations_left(p_user_id uuid, p_series public.meeting_series, p_count int) returns void
language plpgsql stable set search_path = '' as $$
declare
  since constant timestamptz := now() - interval '1 day';
begin
  if p_count + (select count(*) from public.series_invitees where series_id = p_series.id and removed_at is null)
      > private.limit_value('plans.invitees')
    or p_count + (select count(*) from public.series_invitees where invited_by = p_user_id and invited_at > since)
      > private.limit_value('plans.invitationsPerPersonInDay')
    or p_count + (
      select count(*) from public.series_invitees where workspace_id = p_series.workspace_id and invited_at > since
    ) > private.limit_value('plans.invitationsPerWorkspaceInDay')
    or p_count + (select count(*) from public.series_invitees where invited_at > since)
      > private.limit_value('plans.invitationsInDay')
  then
    perform private.raise_error('plan/too-many');
  end if;
end
$$;

-- Allows the caller to plan in a workspace. Counted, because the function then computes.
create function private.authorize_plan(p_workspace_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'member');
end
$$;
grant execute on function private.authorize_plan(uuid) to authenticated;

create function public.authorize_plan(p_workspace_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.authorize_plan(p_workspace_id)
$$;
grant execute on function public.authorize_plan(uuid) to authenticated;

create function private.series_times(p_series public.meeting_series) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object(
    'start', private.local_time_text(p_series.starts_local),
    'zone', p_series.zone,
    'length_minutes', p_series.length_minutes,
    'rule', p_series.rule
  );
end
$$;

create function private.series_overrides(p_series_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object(
          'key', private.local_time_text(key),
          'kind', kind,
          'by', by,
          'start', private.local_time_text(starts_local),
          'length_minutes', length_minutes
        ))
        order by key
      ),
      '[]'
    )
    from public.series_overrides where series_id = p_series_id
  );
end
$$;

-- Returns what a change of a series starts from, to people who may change it. Counted as `authorize_plan`.
create function private.series_to_change(p_series_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  series public.meeting_series;
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  series := private.require_own_series(caller_id, p_series_id);
  return jsonb_build_object(
    'sequence', series.sequence,
    'title', series.title,
    'language', series.language,
    'agenda', series.agenda,
    'times', private.series_times(series),
    'overrides', private.series_overrides(series.id)
  );
end
$$;
grant execute on function private.series_to_change(uuid) to authenticated;

create function public.series_to_change(p_series_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.series_to_change(p_series_id)
$$;
grant execute on function public.series_to_change(uuid) to authenticated;

-- Plans a meeting. The page makes the id, so that a retry plans nothing twice.
create function private.create_series(
  p_user_id uuid, p_series_id uuid, p_workspace_id uuid, p_access text, p_state jsonb
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  series public.meeting_series;
begin
  if num_nulls(p_user_id, p_series_id, p_workspace_id, p_state) > 0 then
    perform private.raise_error('request/invalid');
  end if;
  perform private.lock_user(p_user_id);
  perform private.require_workspace_role(p_user_id, p_workspace_id, 'member');
  select * into series from public.meeting_series where id = p_series_id;
  if series.id is null then
    perform private.require_series_left(p_user_id, p_workspace_id);
    perform private.require_meeting_settings(p_access, 'days', p_workspace_id);
    series.id := p_series_id;
    series.workspace_id := p_workspace_id;
    series.organizer := p_user_id;
    series.sequence := 0;
    series.created_at := now();
    insert into public.meetings (id, code, title, host, workspace_id, access, keep)
    values (
      gen_random_uuid(), private.new_meeting_code(), private.series_title(p_state ->> 'title'), p_user_id, p_workspace_id,
      p_access, 'days'
    )
    returning id into series.meeting_id;
    series := private.store_series(series, p_state);
  elsif series.organizer is distinct from p_user_id or series.workspace_id <> p_workspace_id then
    perform private.raise_error('request/not-allowed');
  end if;
  return jsonb_build_object('series_id', series.id, 'sequence', series.sequence);
end
$$;
grant execute on function private.create_series(uuid, uuid, uuid, text, jsonb) to service_role;

create function public.create_series(
  p_user_id uuid, p_series_id uuid, p_workspace_id uuid, p_access text, p_state jsonb
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.create_series(p_user_id, p_series_id, p_workspace_id, p_access, p_state)
$$;
grant execute on function public.create_series(uuid, uuid, uuid, text, jsonb) to service_role;

-- Stores the rest of a series that was split, with the invitees of the first part. Their answers stay if the time does.
create function private.split_series(p_user_id uuid, p_series public.meeting_series, p_state jsonb) returns public.meeting_series
language plpgsql set search_path = '' as $$
declare
  later public.meeting_series := p_series;
  keeps_time boolean;
begin
  later.id := gen_random_uuid();
  later.organizer := coalesce(p_series.organizer, p_user_id);
  later.sequence := 0;
  later.created_at := now();
  perform private.require_series_left(later.organizer, later.workspace_id);
  if (select count(*) from public.meeting_series where meeting_id = later.meeting_id)
    >= private.limit_value('plans.seriesPerMeeting')
  then
    perform private.raise_error('plan/too-many');
  end if;
  later := private.store_series(later, p_state);
  perform private.require_invitations_left(
    p_user_id, later, (select count(*) from public.series_invitees where series_id = p_series.id and removed_at is null)::int
  );
  keeps_time := (p_series.zone, p_series.length_minutes) = (later.zone, later.length_minutes)
    and later.starts_local in (select key from public.series_occurrences where series_id = p_series.id);
  insert into public.series_invitees (
    series_id, workspace_id, user_id, email, language, zone, invited_by, answer, answered_at
  )
  select
    later.id, later.workspace_id, user_id, email, language, zone, p_user_id,
    case when keeps_time then answer else 'none' end, case when keeps_time then answered_at end
  from public.series_invitees
  where series_id = p_series.id and removed_at is null;
  return later;
end
$$;

-- Changes a series, and with `p_later` ends it and begins another. Answers and proposals are of a time, so another start, zone or length
-- has none.
create function private.change_series(
  p_user_id uuid, p_series_id uuid, p_sequence int, p_state jsonb, p_later jsonb
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  series public.meeting_series;
  changed public.meeting_series;
  later public.meeting_series;
begin
  if num_nulls(p_user_id, p_series_id, p_sequence, p_state) > 0 then
    perform private.raise_error('request/invalid');
  end if;
  series := private.lock_series(p_user_id, p_series_id, p_sequence);
  if p_later is not null then
    later := private.split_series(p_user_id, series, p_later);
  end if;
  changed := series;
  changed.sequence := series.sequence + 1;
  changed := private.store_series(changed, p_state);
  if (changed.starts_local, changed.zone, changed.length_minutes)
    <> (series.starts_local, series.zone, series.length_minutes)
  then
    update public.series_invitees
    set answer = 'none', answered_at = null, proposed_local = null, proposed_zone = null
    where series_id = series.id;
  end if;
  return jsonb_build_object('series_id', changed.id, 'sequence', changed.sequence, 'later_id', later.id);
end
$$;
grant execute on function private.change_series(uuid, uuid, int, jsonb, jsonb) to service_role;

create function public.change_series(
  p_user_id uuid, p_series_id uuid, p_sequence int, p_state jsonb, p_later jsonb default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.change_series(p_user_id, p_series_id, p_sequence, p_state, p_later)
$$;
grant execute on function public.change_series(uuid, uuid, int, jsonb, jsonb) to service_role;

-- Cancels all occurrences. The meeting stays, with its calls and its link.
create function private.cancel_series(p_series_id uuid, p_sequence int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  series public.meeting_series;
begin
  if p_sequence is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  series := private.lock_series(caller_id, p_series_id, p_sequence);
  delete from public.series_occurrences where series_id = series.id;
  update public.meeting_series
  set cancelled_at = now(), ends_at = least(ends_at, now()), sequence = sequence + 1
  where id = series.id
  returning * into series;
  return jsonb_build_object('series_id', series.id, 'sequence', series.sequence);
end
$$;
grant execute on function private.cancel_series(uuid, int) to authenticated;

create function public.cancel_series(p_series_id uuid, p_sequence int) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.cancel_series(p_series_id, p_sequence)
$$;
grant execute on function public.cancel_series(uuid, int) to authenticated;
