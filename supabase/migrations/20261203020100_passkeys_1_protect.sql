-- Lets only a fresh proof add a passkey (decision 054), also by a request to Auth itself. Auth alone accepts one from every session, so
-- a stolen session could leave a key behind.

-- A person who adds a passkey. `session_id`: the session that proved who they are. `expires_at`: until then Auth may store the passkey
-- `credential_id`.
create table private.passkey_permits (
  user_id uuid primary key references public.profiles on delete cascade,
  session_id uuid not null,
  begun_at timestamptz not null,
  credential_id bytea not null default '',
  expires_at timestamptz not null
);
revoke all on private.passkey_permits from public, anon, authenticated, service_role;
alter table private.passkey_permits enable row level security;

-- Begins to add a passkey, after a fresh proof. The browser's dialog may then take minutes.
create function private.begin_passkey() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'passkeys.changesPerMinute');
  perform private.require_recent_sign_in(caller_id);
  insert into private.passkey_permits (user_id, session_id, begun_at, expires_at)
  values (caller_id, private.own_session_id(), now(), '-infinity')
  on conflict (user_id) do update
    set session_id = excluded.session_id, begun_at = excluded.begun_at, credential_id = '', expires_at = excluded.expires_at;
end
$$;
grant execute on function private.begin_passkey() to authenticated;

-- Permits Auth to store this passkey of the caller within a moment, if this session has begun to add it. `p_credential_id`: base64url.
create function private.allow_passkey(p_credential_id text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'passkeys.changesPerMinute');
  -- Authenticators make ids of up to 1,023 bytes.
  if p_credential_id is null
    or length(p_credential_id) > 1364
    or length(p_credential_id) % 4 = 1
    or p_credential_id !~ '^[A-Za-z0-9_-]+$'
  then
    perform private.raise_error('request/invalid');
  end if;
  update private.passkey_permits
  set
    credential_id = decode(rpad(translate(p_credential_id, '-_', '+/'), (length(p_credential_id) + 3) / 4 * 4, '='), 'base64'),
    expires_at = now() + private.limit_interval('passkeys.permitMs')
  where user_id = caller_id
    and session_id = private.own_session_id()
    and begun_at > now() - private.limit_interval('passkeys.ceremonyMs');
  if not found then
    perform private.raise_error('account/sign-in-again');
  end if;
end
$$;
grant execute on function private.allow_passkey(text) to authenticated;

create function public.begin_passkey() returns void
language sql security invoker set search_path = '' as $$
  select private.begin_passkey()
$$;
grant execute on function public.begin_passkey() to authenticated;

create function public.allow_passkey(p_credential_id text) returns void
language sql security invoker set search_path = '' as $$
  select private.allow_passkey(p_credential_id)
$$;
grant execute on function public.allow_passkey(text) to authenticated;

-- Rejects a new passkey without a permit of its own, and uses the permit up.
create function private.require_passkey_permit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  permitted_until timestamptz;
begin
  delete from private.passkey_permits
  where user_id = new.user_id and credential_id = new.credential_id
  returning expires_at into permitted_until;
  if coalesce(permitted_until > now(), false) then
    return new;
  end if;
  raise exception 'a passkey needs a recent sign-in' using errcode = 'insufficient_privilege';
end
$$;

-- Rejects the use of a passkey whose counter did not grow: somebody may have copied the key. Auth only notes that. Passkeys that are
-- synchronized between devices do not count, and stay at zero.
create function private.reject_copied_passkey() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'the counter of a passkey did not grow' using errcode = 'insufficient_privilege';
end
$$;

-- Deletes the passkeys of an account whose address changes hands, with the sessions and the password (decision 049).
create function private.forget_unproven_passkeys() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.webauthn_credentials where user_id = new.id;
  return null;
end
$$;

-- Creates the triggers on the tables of Auth, if its version has passkeys. After an update of an older Auth an operator calls it again.
-- Role `postgres` may not drop triggers of `auth` on every project, so they only call functions of ours.
create function private.protect_passkeys() returns boolean
language plpgsql set search_path = '' as $$
begin
  if to_regclass('auth.webauthn_credentials') is null then
    return false;
  elsif exists (select from pg_catalog.pg_trigger where tgname = 'require_passkey_permit') then
    return true;
  end if;
  create trigger require_passkey_permit
  before insert on auth.webauthn_credentials
  for each row execute function private.require_passkey_permit();

  create trigger reject_copied_passkey
  before update on auth.webauthn_credentials
  for each row when (
    old.sign_count > 0 and new.sign_count <= old.sign_count and new.last_used_at is distinct from old.last_used_at
  )
  execute function private.reject_copied_passkey();

  create trigger announce_passkey
  after insert or delete on auth.webauthn_credentials
  for each row execute function private.announce_passkey();

  create trigger forget_unproven_passkeys
  after update of email, email_confirmed_at, is_anonymous on auth.users
  for each row when (
    (old.email_confirmed_at is null and new.email_confirmed_at is not null)
    or (old.is_anonymous and not new.is_anonymous)
    or (old.email is distinct from new.email)
  )
  execute function private.forget_unproven_passkeys();
  return true;
end
$$;
