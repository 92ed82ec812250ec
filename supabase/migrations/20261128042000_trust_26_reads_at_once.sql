-- Reads of one user wait for the row of their rate limit, each with a connection. So few of them run at a time.

-- As before. A read takes one of the user's slots first.
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
  if p_limit_name ~ '[rR]eadsPerMinute$' or p_limit_name = 'changesPerMinute' then
    perform private.take_slot(p_user_id, 'concurrency.reads');
  end if;
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
