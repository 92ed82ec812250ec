-- Limits of SMS (decision 057). Auth sends a code to every number that anybody names, each costs money, and some people earn by the SMS
-- that they cause. Auth's hook asks before it sends one.

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

-- Returns whether Auth's hook may send a code to a number, and counts it. `p_address`: the visitor's, null if Auth does not know it. A
-- network's requests to strangers are limited, and accounts have a limit of their own for an address. The number of a change needs a permit,
-- and counts as one without an account.
create function private.admit_sms(p_user_id uuid, p_phone text, p_address text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  number text := ltrim(p_phone, '+');
  person auth.users;
  is_own boolean;
begin
  if p_user_id is null or coalesce(number, '') !~ '^[1-9][0-9]{5,14}$' or length(p_address) > 100 then
    perform private.raise_error('request/invalid');
  end if;
  -- Auth may not have stored a new user yet.
  select * into person from auth.users where id = p_user_id;
  -- Sends nothing to a number that a session names without a permit: a trigger rejects it, but only after the SMS.
  if person.id is not null and number is distinct from person.phone and not exists (
    select from private.contact_changes as change
    where change.user_id = p_user_id and change.kind = 'phone' and change.contact = number and private.is_open_change(change)
  ) then
    return false;
  end if;
  is_own := person.phone_confirmed_at is not null and number is not distinct from person.phone;
  -- A change creates no user.
  if coalesce(person.email_confirmed_at, person.phone_confirmed_at) is null then
    perform private.count_stranger(p_address);
  end if;
  -- First, so that an address above its limit uses up no number.
  if p_address <> '' then
    if not private.count_sign_in(case when is_own then 'sms.accountsOfAddressInDay' else 'sms.addressInDay' end, p_address) then
      return false;
    end if;
  end if;
  if not private.count_sign_in('sms.numberInDay', number) then
    return false;
  end if;
  if is_own then
    return private.count_sign_in('sms.accountsInDay', '');
  end if;
  return private.count_sign_in('sms.prefixInDay', private.phone_prefix(number)) and private.count_sign_in('sms.strangersInDay', '');
end
$$;
grant execute on function private.admit_sms(uuid, text, text) to service_role;

create function public.admit_sms(p_user_id uuid, p_phone text, p_address text) returns boolean
language sql security invoker set search_path = '' as $$
  select private.admit_sms(p_user_id, p_phone, p_address)
$$;
grant execute on function public.admit_sms(uuid, text, text) to service_role;
