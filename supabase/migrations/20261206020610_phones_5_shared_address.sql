-- Strangers do not use up the SMS of accounts behind the same address (decision 057).

-- As before, but accounts have a limit of their own for an address.
create or replace function private.admit_sms(p_user_id uuid, p_phone text, p_address text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  number text := ltrim(p_phone, '+');
  person auth.users;
begin
  if p_user_id is null or coalesce(number, '') !~ '^[1-9][0-9]{5,14}$' or length(p_address) > 100 then
    perform private.raise_error('request/invalid');
  end if;
  -- Auth may not have stored a new user yet.
  select * into person from auth.users where id = p_user_id;
  -- Sends nothing to a number that a session names without a permit: `guard_phone` rejects it, but only after the SMS.
  if person.id is not null and number is distinct from person.phone and number is distinct from nullif(person.phone_change, '') then
    return false;
  end if;
  if person.phone_confirmed_at is null then
    perform private.count_stranger(p_address);
  end if;
  -- First, so that an address above its limit uses up no number.
  if p_address <> '' then
    if not private.count_sign_in(
      case when person.phone_confirmed_at is null then 'sms.addressInDay' else 'sms.accountsOfAddressInDay' end, p_address
    ) then
      return false;
    end if;
  end if;
  if not private.count_sign_in('sms.numberInDay', number) then
    return false;
  end if;
  if person.phone_confirmed_at is not null then
    return private.count_sign_in('sms.accountsInDay', '');
  end if;
  return private.count_sign_in('sms.prefixInDay', private.phone_prefix(number)) and private.count_sign_in('sms.strangersInDay', '');
end
$$;
