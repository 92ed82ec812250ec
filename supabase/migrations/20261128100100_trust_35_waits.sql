-- Bounds what requests that wait can hold. Each one holds a connection of the pool, and fifty a second held all ten.

-- A request that this cancels is rolled back, so it can be sent again. It is shorter than `deadlock_timeout`, so a deadlock ends
-- with it.
alter role anon set lock_timeout = '100ms';
alter role authenticated set lock_timeout = '100ms';
notify pgrst, 'reload config';

-- Reads need no limit of their own any more, because `concurrency.requests` is as small. Requests of a user that wait for their
-- turn are busy after `lock_timeout`.
create or replace function private.check_rate_limit(p_user_id uuid, p_limit_name text, p_count int default 1) returns void
language plpgsql set search_path = '' as $$
declare
  max_count bigint := private.limit_value(p_limit_name);
  period interval := case
    when p_limit_name like '%PerTenSeconds' then interval '10 seconds'
    when p_limit_name like '%PerMinute' then interval '1 minute'
  end;
  used_count int;
begin
  begin
    insert into private.rate_limits as existing (user_id, action, times)
    values (p_user_id, p_limit_name, array_fill(clock_timestamp(), array[p_count]))
    on conflict (user_id, action) do update
    set times = array(
      select earlier from unnest(existing.times) as earlier where earlier > clock_timestamp() - period
    ) || excluded.times
    returning cardinality(times) into used_count;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if max_count is null or period is null then
    perform private.raise_error('bug/unexpected');
  elsif used_count > max_count then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;

create or replace function private.lock_sending(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(private.sending_lock_key(p_user_id));
exception when lock_not_available then
  perform private.raise_error('request/busy');
end
$$;

create or replace function private.lock_meeting_row(p_meeting_id uuid) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  begin
    select * into meeting from public.meetings where id = p_meeting_id for no key update;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if meeting.id is null then
    perform private.raise_error('meeting/not-found');
  end if;
  return meeting;
end
$$;

-- A page of proposals counts by its size, like the other pages.
create or replace function public.proposed_terms(p_meeting_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.count_page_size(private.proposed_terms(p_meeting_id))
$$;
