-- Triggers that prevent account takeover by unverified email addresses.

-- Clears every password, because there are none (decision 006). Auth would otherwise store a password that a stranger
-- set for an address, and keep it when the owner proves the address by code.
create function private.clear_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := null;
  return new;
end
$$;

create trigger clear_password
before insert or update of encrypted_password on auth.users
for each row when (new.encrypted_password <> '')
execute function private.clear_password();

update auth.users set encrypted_password = null where encrypted_password <> '';

-- Deletes all sessions of a guest who becomes an account. The user who proves an address may be another person than
-- the guest who entered it; only the browser that submitted the code continues.
create function private.revoke_guest_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return new;
end
$$;

create trigger revoke_guest_sessions
after update of is_anonymous on auth.users
for each row when (old.is_anonymous and not new.is_anonymous)
execute function private.revoke_guest_sessions();
