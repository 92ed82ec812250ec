-- Cancellations: the message of the person who cancels, and the end of the meeting.

-- Returns a message as it is stored, null for none. Without marks of direction, which would turn the rest of an email around.
create function private.cancel_message(p_message text) returns text
language plpgsql stable set search_path = '' as $$
declare
  message constant text := regexp_replace(
    private.clean_message(private.measured(p_message, 'plans.cancelMessage.max', 'request/invalid')),
    '[\u202a-\u202e\u2066-\u2069]', '', 'g'
  );
begin
  if char_length(message) > private.limit_value('plans.cancelMessage.max') then
    perform private.raise_error('request/invalid');
  end if;
  return nullif(message, '');
end
$$;

drop function public.change_series(uuid, uuid, int, jsonb, jsonb);
drop function private.change_series(uuid, uuid, int, jsonb, jsonb);

-- Changes a series, and with `p_later` ends it and begins another. Answers and proposals are of a time, so another start, zone or length
-- has none. `p_message`: goes with the emails about it.
create function private.change_series(
  p_user_id uuid, p_series_id uuid, p_sequence int, p_state jsonb, p_later jsonb, p_message text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  series public.meeting_series;
  changed public.meeting_series;
  later public.meeting_series;
  overrides jsonb;
begin
  if num_nulls(p_user_id, p_series_id, p_sequence, p_state) > 0 then
    perform private.raise_error('request/invalid');
  end if;
  series := private.lock_series(p_user_id, p_series_id, p_sequence);
  if p_later is not null then
    later := private.split_series(p_user_id, series, p_later);
  end if;
  overrides := private.series_overrides(series.id);
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
  perform private.record_series_change(series, overrides, changed, private.cancel_message(p_message));
  return jsonb_build_object('series_id', changed.id, 'sequence', changed.sequence, 'later_id', later.id);
end
$$;

grant execute on function private.change_series(uuid, uuid, int, jsonb, jsonb, text) to service_role;

create function public.change_series(
  p_user_id uuid, p_series_id uuid, p_sequence int, p_state jsonb, p_later jsonb default null, p_message text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.change_series(p_user_id, p_series_id, p_sequence, p_state, p_later, p_message)
$$;
grant execute on function public.change_series(uuid, uuid, int, jsonb, jsonb, text) to service_role;

drop function public.cancel_series(uuid, int);
drop function private.cancel_series(uuid, int);

-- Cancels a series. Its emails have the message.
create function private.cancel_series(p_series_id uuid, p_sequence int, p_message text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  message constant text := private.cancel_message(p_message);
  series public.meeting_series;
begin
  if p_sequence is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  series := private.lock_series(caller_id, p_series_id, p_sequence);
  delete from public.series_occurrences where series_id = series.id;
  update public.meeting_series
  set cancelled_at = now(), ends_at = least(ends_at, now()), sequence = sequence + 1, cancel_message = message
  where id = series.id
  returning * into series;
  return jsonb_build_object('series_id', series.id, 'sequence', series.sequence);
end
$$;
grant execute on function private.cancel_series(uuid, int, text) to authenticated;

create function public.cancel_series(p_series_id uuid, p_sequence int, p_message text default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.cancel_series(p_series_id, p_sequence, p_message)
$$;
grant execute on function public.cancel_series(uuid, int, text) to authenticated;

-- A meeting that ends takes its further occurrences along. Those that began stay in the calendar.
create function private.cancel_series_of_meeting() returns trigger
language plpgsql set search_path = '' as $$
begin
  with cancelled as (
    update public.meeting_series
    set cancelled_at = now(), ends_at = now(), sequence = sequence + 1
    where meeting_id = new.id and cancelled_at is null and ends_at > now()
    returning id
  )
  delete from public.series_occurrences where starts_at > now() and series_id in (select id from cancelled);
  return null;
end
$$;

create trigger cancel_series_of_meeting
after update of ended_at on public.meetings
for each row when (old.ended_at is null and new.ended_at is not null) execute function private.cancel_series_of_meeting();

-- Returns a series that the person planned. Others may have changed it since: only members read that.
create or replace function private.exported_series(p_series public.meeting_series) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('id', p_series.id, 'meeting_id', p_series.meeting_id, 'at', p_series.created_at)
    || case when private.membership_role(p_series.organizer, p_series.workspace_id) is null then '{}'::jsonb else
      private.series_times(p_series)
      || jsonb_build_object(
        'title', p_series.title,
        'agenda', p_series.agenda,
        'cancelled_at', p_series.cancelled_at,
        'cancel_message', p_series.cancel_message,
        'invited', (
          select coalesce(jsonb_agg(email order by email), '[]')
          from public.series_invitees where series_id = p_series.id and email is not null and removed_at is null
        )
      )
    end;
end
$$;
