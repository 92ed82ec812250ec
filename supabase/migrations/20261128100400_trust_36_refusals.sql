-- Limits the time of refused requests. A refusal undoes the turn that its request took, so a person could repeat for ever what is
-- expensive until it is refused. Sequences keep their values when a transaction is rolled back.

-- Three rows of 128 counters. A user has one in each row, and the smallest of the three counts: few people share two, and hardly
-- anybody three. A salt hides which ones.
do $$
begin
  for counter in 0..383 loop
    execute format('create sequence private.refused_ms_%s as bigint', counter);
  end loop;
  execute format(
    'create sequence private.refusal_salt as bigint start %s',
    ('x' || encode(extensions.gen_random_bytes(7), 'hex'))::bit(56)::bigint + 1
  );
end
$$;

create function private.refusal_counters(p_user_id uuid) returns setof regclass
language plpgsql stable set search_path = '' as $$
declare
  salt bigint := (select last_value from private.refusal_salt);
begin
  for counter_row in 0..2 loop
    return next format(
      'private.refused_ms_%s', 128 * counter_row + (hashtextextended(p_user_id::text, salt + counter_row) & 127)
    )::regclass;
  end loop;
end
$$;

-- Returns the value of a counter at the start of this period of ten seconds.
create function private.refusal_period() returns bigint
language plpgsql volatile set search_path = '' as $$
begin
  return floor(extract(epoch from clock_timestamp()) / 10)::bigint * 1000000;
end
$$;

-- Counts the milliseconds of the caller's request. Read-only requests cannot count.
create function private.count_refused_time() returns void
language plpgsql set search_path = '' as $$
declare
  spent_ms int := ceil(extract(epoch from clock_timestamp() - now()) * 1000);
  counter regclass;
begin
  if auth.uid() is null or current_setting('transaction_read_only')::boolean then
    return;
  end if;
  for counter in select private.refusal_counters(auth.uid()) loop
    perform setval(counter, greatest(pg_sequence_last_value(counter), private.refusal_period()) + spent_ms);
  end loop;
end
$$;

create function private.has_refused_time_left(p_user_id uuid) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return (
    select coalesce(min(coalesce(pg_sequence_last_value(counter), 0)), 0) < private.refusal_period()
      + private.limit_value('concurrency.refusedMsPerTenSeconds')
    from private.refusal_counters(p_user_id) as counter
  );
end
$$;

-- As before, and counts the time. Clients repeat a busy request, so its refusal is no mistake of theirs.
create or replace function private.raise_error(p_code text) returns void
language plpgsql set search_path = '' as $$
declare
  error record;
begin
  if p_code <> 'request/busy' then
    perform private.count_refused_time();
  end if;
  select errors.code, errors.status into error from private.errors() where errors.code = p_code;
  if not found then
    raise exception using errcode = 'PT500', message = 'bug/unexpected', detail = 'a code outside the catalogue';
  end if;
  raise exception using errcode = 'PT' || error.status, message = error.code;
end
$$;

-- As before, and refuses a user whose refused requests took too long.
create or replace function private.admit_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
begin
  if caller_id is null then
    return;
  end if;
  perform private.take_slot(caller_id, 'concurrency.requests');
  if not private.has_refused_time_left(caller_id) then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;
