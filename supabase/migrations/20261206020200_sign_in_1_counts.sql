-- Counts of sign-in by network (decision 032): SMS by days, emails and guests by hours. Auth counts each address of an IPv6
-- network as a visitor, so one customer has as many limits as addresses.

-- How often something happened until the end of an hour or a day. `key` names no person: it is a part of a hash, which many share.
create table private.sign_in_counts (
  ends_at timestamptz not null,
  limit_name text not null,
  key text not null,
  count int not null,
  primary key (ends_at, limit_name, key)
);
revoke all on private.sign_in_counts from public, anon, authenticated, service_role;
alter table private.sign_in_counts enable row level security;

-- Without this number anybody could compute which of their networks shares the counter of another, and use it up from there. The first count
-- makes it, so that a backup restores its own.
create table private.sign_in_salt (is_only boolean primary key default true check (is_only), salt text not null);
revoke all on private.sign_in_salt from public, anon, authenticated, service_role;
alter table private.sign_in_salt enable row level security;

-- Returns the part of a hash by which a period counts a network, a mailbox or a number.
create function private.sign_in_key(p_key text, p_period_end timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  secret text := (select salt from private.sign_in_salt);
begin
  if secret is null then
    insert into private.sign_in_salt (salt) values (encode(extensions.gen_random_bytes(16), 'hex')) on conflict do nothing;
    secret := (select salt from private.sign_in_salt);
  end if;
  return left(encode(sha256(convert_to(secret || extract(epoch from p_period_end) || p_key, 'utf8')), 'hex'), 6);
end
$$;

-- Counts in the hour or the day that the limit's name states. Returns false above the limit. `p_key` may be personal, so only 24 bits of
-- its hash are stored. `p_limit`: for a limit that an operator chooses.
create function private.count_sign_in(p_limit_name text, p_key text, p_limit bigint default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  max_count bigint := coalesce(p_limit, private.limit_value(p_limit_name));
  unit text := case when p_limit_name like '%InDay' then 'day' else 'hour' end;
  period_end timestamptz := date_trunc(unit, now(), 'utc') + make_interval(hours => case unit when 'day' then 24 else 1 end);
  stored_key text := case
    when p_key = '' or p_limit_name = 'sms.prefixInDay' then p_key
    else private.sign_in_key(p_key, period_end)
  end;
  counted int := (
    select count from private.sign_in_counts
    where ends_at = period_end and limit_name = p_limit_name and key = stored_key
  );
begin
  -- Without a lock: Auth's transaction would hold it, and requests above the limit would queue for it.
  if counted >= max_count then
    return false;
  end if;
  -- A few at a time: many networks leave many rows.
  delete from private.sign_in_counts where (ends_at, limit_name, key) in (
    select ends_at, limit_name, key from private.sign_in_counts where ends_at <= now() limit 100 for update skip locked
  );
  insert into private.sign_in_counts as existing (ends_at, limit_name, key, count) values (period_end, p_limit_name, stored_key, 1)
  on conflict (ends_at, limit_name, key) do update set count = existing.count + 1
  returning count into counted;
  return counted <= max_count;
end
$$;

-- Counts a request for a message to somebody without an account. An error makes Auth undo the user whom the request created.
create function private.count_stranger(p_network text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_network <> '' then
    if not private.count_sign_in('signIn.strangerRequestsOfNetworkInHour', p_network) then
      perform private.raise_error('request/rate-limited');
    end if;
  end if;
end
$$;
