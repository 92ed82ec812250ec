-- An account is whose address it is, and nobody else's.

-- There are no passwords (decision 006). Auth would take one that a stranger chose for an address whose owner has not come
-- yet, and keep it when the owner proves the address by a code.
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

-- Whoever proves an address that a guest named becomes that guest, and need not be who named it: what was begun as the
-- guest ends, and only who typed the code goes on.
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
