-- Lets passwords exist that only the owner of a proven address can have set (decision 049). Auth alone would store a password
-- that a stranger sets for an address, and keep it when the owner proves the address.

-- A person who has just proven who they are, and may therefore change the password for a moment.
create table private.password_permits (
  user_id uuid primary key references public.profiles on delete cascade,
  expires_at timestamptz not null
);
revoke all on private.password_permits from public, anon, authenticated, service_role;
alter table private.password_permits enable row level security;

-- Withdraws the permit of a user. Returns whether there was one.
create function private.use_password_permit(p_user_id uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  permitted_until timestamptz;
begin
  delete from private.password_permits where user_id = p_user_id returning expires_at into permitted_until;
  return coalesce(permitted_until > now(), false);
end
$$;

-- As before, and stores a password if the user has an account with a proven address, and a permit. Any other password is dropped, and
-- an earlier one stays. Passwords of new users are dropped: whoever sends the first one has proven nothing. The trigger keeps its
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
      or not private.use_password_permit(new.id)
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
