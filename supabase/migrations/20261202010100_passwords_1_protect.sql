-- Lets passwords exist that only the owner of a proven address can have set (decision 049). Auth alone would store a password
-- that a stranger sets for an address, and keep it when the owner proves the address.

-- A person who has just proven who they are, and may therefore change a credential for a moment.
create table private.credential_permits (
  user_id uuid not null references public.profiles on delete cascade,
  credential text not null check (credential in ('password', 'email', 'factor')),
  -- The new address. Empty for others.
  address text not null,
  expires_at timestamptz not null,
  primary key (user_id, credential)
);
revoke all on private.credential_permits from public, anon, authenticated, service_role;
alter table private.credential_permits enable row level security;

create function private.permit_change(p_user_id uuid, p_credential text, p_address text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.credential_permits (user_id, credential, address, expires_at)
  values (p_user_id, p_credential, lower(p_address), now() + private.limit_interval('passwords.permitMs'))
  on conflict (user_id, credential) do update set address = excluded.address, expires_at = excluded.expires_at;
end
$$;

-- Withdraws the permit of a user. Returns whether there was one.
create function private.use_permit(p_user_id uuid, p_credential text, p_address text) returns boolean
language plpgsql set search_path = '' as $$
declare
  permitted_until timestamptz;
begin
  delete from private.credential_permits
  where user_id = p_user_id and credential = p_credential and address = lower(p_address)
  returning expires_at into permitted_until;
  return coalesce(permitted_until > now(), false);
end
$$;

-- As before, and stores a password if the user has an account with a proven address, and a permit. Any other password is dropped, and
-- an earlier one stays. Passwords of new users are dropped: the first request has proven nothing. The trigger keeps its
-- name, because role `postgres` may not drop triggers of `auth` on every project.
create or replace function private.clear_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.encrypted_password := null;
  elsif new.encrypted_password is distinct from old.encrypted_password
    and (
      new.is_anonymous
      or old.email_confirmed_at is null
      or new.email_confirmed_at is null
      or new.email is distinct from old.email
      or not private.use_permit(new.id, 'password', '')
    )
  then
    new.encrypted_password := old.encrypted_password;
  end if;
  return new;
end
$$;

-- Deletes a password that is older than the proof of the address. Triggers of one event fire in the order of their names.
create function private.forget_unproven_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := null;
  return new;
end
$$;

create trigger forget_unproven_password
before update of email, email_confirmed_at, is_anonymous on auth.users
for each row when (
  new.encrypted_password <> ''
  and (
    (old.email_confirmed_at is null and new.email_confirmed_at is not null)
    or (old.is_anonymous and not new.is_anonymous)
    or old.email is distinct from new.email
  )
)
execute function private.forget_unproven_password();

-- Ends the sessions that are older than the proof of the address, as `revoke_guest_sessions` does for guests. Only the browser that
-- submitted the code continues.
create function private.end_unproven_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;

create trigger end_unproven_sessions
after update of email, email_confirmed_at on auth.users
for each row when (
  not old.is_anonymous
  and (
    (old.email_confirmed_at is null and new.email_confirmed_at is not null)
    or (old.email is distinct from new.email)
  )
)
execute function private.end_unproven_sessions();
