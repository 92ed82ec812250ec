-- Per-user rate limits.

-- The times at which a user did an action, named after its limit. Times outside the period of the limit are removed.
create table private.rate_limits (
  user_id uuid not null references public.profiles on delete cascade,
  action text not null,
  times timestamptz[] not null,
  primary key (user_id, action)
);
revoke all on private.rate_limits from public, anon, authenticated, service_role;
alter table private.rate_limits enable row level security;

-- Counts `p_count` actions of a user, or raises an error when the limit is exceeded. The suffix of the limit's name
-- is its period. Call it before locking the meeting, so that a flood blocks only its own user. Failed transactions
-- are not counted.
create function private.check_rate_limit(p_user_id uuid, p_limit_name text, p_count int default 1) returns void
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
