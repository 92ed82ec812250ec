-- Keeps identities of other providers out of accounts whose owner has not proven them (decision 053). Auth alone gives an account to a
-- person whose provider names an address that it has not verified, together with the owner who confirms the address by code.

-- Deletes identities that are older than the proof of the address, unless their provider has verified the same address.
create function private.forget_unproven_identities() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.identities
  where user_id = new.id
    and provider not in ('email', 'phone')
    and (email is distinct from lower(new.email) or (identity_data ->> 'email_verified') is distinct from 'true');
  return null;
end
$$;

create trigger forget_unproven_identities
after update of email_confirmed_at on auth.users
for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
execute function private.forget_unproven_identities();
