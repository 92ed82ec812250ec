-- Limits of SMS (decision 057). Auth sends a code to every number that anybody names, each costs money, and some people earn by the SMS
-- that they cause. Auth's hook asks before it sends one.

-- How many SMS were sent on a day. `key` names no person: it is a part of a hash, which hundreds of numbers or addresses share.
create table private.sms_counts (
  day date not null,
  kind text not null check (kind in ('number', 'address', 'prefix', 'strangers', 'accounts')),
  key text not null,
  count int not null,
  primary key (day, kind, key)
);
revoke all on private.sms_counts from public, anon, authenticated, service_role;
alter table private.sms_counts enable row level security;

-- Returns the beginning of a number that one country has: its calling code, and under +1 its area code, because islands with dear SMS share
-- that with the United States. `p_phone` has no plus sign.
create function private.phone_prefix(p_phone text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_phone like '1%' then left(p_phone, 4)
    when p_phone like '7%' then '7'
    when left(p_phone, 2) in (
      '20', '27', '30', '31', '32', '33', '34', '36', '39', '40', '41', '43', '44', '45', '46', '47', '48', '49', '51', '52', '53', '54', '55',
      '56', '57', '58', '60', '61', '62', '63', '64', '65', '66', '81', '82', '84', '86', '90', '91', '92', '93', '94', '95', '98'
    ) then left(p_phone, 2)
    else left(p_phone, 3)
  end;
end
$$;

-- Counts an SMS. Returns false above the limit. `p_key` may be personal, so only 24 bits of its hash are stored.
create function private.count_sms(p_kind text, p_key text, p_limit_name text) returns boolean
language plpgsql set search_path = '' as $$
declare
  today date := (now() at time zone 'utc')::date;
  stored_key text := case
    when p_kind in ('number', 'address') then left(encode(sha256(convert_to(today || p_key, 'utf8')), 'hex'), 6) else p_key
  end;
  counted int;
begin
  insert into private.sms_counts as existing (day, kind, key, count) values (today, p_kind, stored_key, 1)
  on conflict (day, kind, key) do update set count = existing.count + 1
  returning count into counted;
  return counted <= private.limit_value(p_limit_name);
end
$$;

-- Returns whether Auth's hook may send a code to a number, and counts it. `p_address`: the visitor's, null if Auth does not know it.
create function private.admit_sms(p_user_id uuid, p_phone text, p_address text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  number text := ltrim(p_phone, '+');
  person auth.users;
begin
  if p_user_id is null or coalesce(number, '') !~ '^[1-9][0-9]{5,14}$' or length(p_address) > 100 then
    perform private.raise_error('request/invalid');
  end if;
  delete from private.sms_counts where day < (now() at time zone 'utc')::date;
  -- Auth may not have stored a new user yet.
  select * into person from auth.users where id = p_user_id;
  -- Sends nothing to a number that a session names without a permit: `guard_phone` rejects it, but only after the SMS.
  if person.id is not null and number is distinct from person.phone and number is distinct from nullif(person.phone_change, '') then
    return false;
  end if;
  -- First, so that an address above its limit uses up no number.
  if p_address <> '' then
    if not private.count_sms('address', p_address, 'sms.addressInDay') then
      return false;
    end if;
  end if;
  if not private.count_sms('number', number, 'sms.numberInDay') then
    return false;
  end if;
  if person.phone_confirmed_at is not null then
    return private.count_sms('accounts', '', 'sms.accountsInDay');
  end if;
  return private.count_sms('prefix', private.phone_prefix(number), 'sms.prefixInDay')
    and private.count_sms('strangers', '', 'sms.strangersInDay');
end
$$;
grant execute on function private.admit_sms(uuid, text, text) to service_role;

create function public.admit_sms(p_user_id uuid, p_phone text, p_address text) returns boolean
language sql security invoker set search_path = '' as $$
  select private.admit_sms(p_user_id, p_phone, p_address)
$$;
grant execute on function public.admit_sms(uuid, text, text) to service_role;
