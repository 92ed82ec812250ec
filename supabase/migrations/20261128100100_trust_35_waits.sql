-- Bounds what requests that wait can hold. Each one holds a connection of the pool, so five people with six requests each held all
-- ten wherever they found a wait, such as a deadlock.

-- Clients repeat a request that this canceled. Its transaction is rolled back, so nothing is stored twice. It is shorter than
-- `deadlock_timeout`, so a deadlock ends with it.
alter role anon set lock_timeout = '500ms';
alter role authenticated set lock_timeout = '500ms';
notify pgrst, 'reload config';

-- Reads need no limit of their own any more, because `concurrency.requests` is as small.
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
  insert into private.rate_limits as existing (user_id, action, times)
  values (p_user_id, p_limit_name, array_fill(clock_timestamp(), array[p_count]))
  on conflict (user_id, action) do update
  set times = array(
    select earlier from unnest(existing.times) as earlier where earlier > clock_timestamp() - period
  ) || excluded.times
  returning cardinality(times) into used_count;
  if max_count is null or period is null then
    perform private.raise_error('bug/unexpected');
  elsif used_count > max_count then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;
