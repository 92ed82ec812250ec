-- Lets an identity of a provider lead to its account by one address only: the account's own, which the provider has verified. Auth looks
-- for other accounts of a person by the addresses of identities, and stores whatever a provider states at each sign-in.

-- Renames the address of an identity to `provider_email`, where Auth does not look for it, unless it is the account's own. An account
-- without an address gets that of its first identity.
create function private.hide_foreign_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own_address text;
begin
  if new.provider in ('email', 'phone') or new.provider like 'sso:%' or not new.identity_data ? 'email' then
    return new;
  end if;
  -- Locked, so that the address does not change meanwhile.
  select email into own_address from auth.users where id = new.user_id for no key update;
  if new.identity_data ->> 'email_verified' = 'true'
    and lower(coalesce(nullif(own_address, ''), new.identity_data ->> 'email')) = lower(new.identity_data ->> 'email') then
    return new;
  end if;
  new.identity_data := new.identity_data - 'email' || jsonb_build_object('provider_email', new.identity_data -> 'email');
  return new;
end
$$;

create trigger hide_foreign_address
before insert or update of identity_data on auth.identities
for each row execute function private.hide_foreign_address();

-- The same for identities that Auth stored before.
update auth.identities set identity_data = identity_data
where provider not in ('email', 'phone') and provider not like 'sso:%';

-- Deletes the identities of other providers when an account gets another address. The former address may have another owner.
create function private.forget_former_identities() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.identities
  where user_id = new.id and provider not in ('email', 'phone') and email is distinct from lower(new.email);
  return null;
end
$$;

create trigger forget_former_identities
after update of email on auth.users
for each row when (old.email <> '' and old.email is distinct from new.email)
execute function private.forget_former_identities();
