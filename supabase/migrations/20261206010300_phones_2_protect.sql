-- Lets accounts begin with a phone number (decision 057). An account that exists gets one with a permit only: a code by SMS begins a new
-- session, so a stolen session would become a fresh proof.

-- As before, but a new user may have a number, which nobody has proven yet. An account may begin a change with a permit, and complete it while
-- the session that began still exists. The trigger keeps its name, because role `postgres` may not drop triggers of `auth` on every project.
create or replace function private.refuse_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if coalesce(new.phone_change, '') <> '' then
      raise exception 'a phone number needs a permit' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if coalesce(new.phone_change, '') <> ''
    and not private.begin_contact_change(new.id, 'phone', new.phone_change)
    and new.phone_change is distinct from old.phone_change
  then
    raise exception 'a phone number needs a permit' using errcode = 'insufficient_privilege';
  end if;
  if coalesce(new.phone, '') <> ''
    and new.phone is distinct from old.phone
    and not private.complete_contact_change(new.id, 'phone', new.phone)
  then
    raise exception 'a phone number needs a permit' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- The sessions that began with a code by SMS. Auth stores the same method for codes by email.
create table private.sms_sessions (
  session_id uuid primary key references auth.sessions on delete cascade
);
revoke all on private.sms_sessions from public, anon, authenticated, service_role;
alter table private.sms_sessions enable row level security;

-- The transaction in which a person last proved a number.
create table private.phone_proofs (
  user_id uuid primary key references public.profiles on delete cascade,
  proven_in xid8 not null
);
revoke all on private.phone_proofs from public, anon, authenticated, service_role;
alter table private.phone_proofs enable row level security;

-- Auth confirms the number again at each sign-in by SMS, and begins the session in the same transaction.
create function private.note_phone_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.phone_proofs (user_id, proven_in) values (new.id, pg_current_xact_id())
  on conflict (user_id) do update set proven_in = excluded.proven_in;
  return null;
end
$$;

create trigger note_phone_proof
after update of phone_confirmed_at on auth.users
for each row when (new.phone_confirmed_at is not null)
execute function private.note_phone_proof();

create function private.note_sms_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.sms_sessions (session_id)
  select new.id from private.phone_proofs where user_id = new.user_id and proven_in = pg_current_xact_id();
  return null;
end
$$;

create trigger note_sms_session
after insert on auth.sessions
for each row execute function private.note_sms_session();

-- Ends what is older than the first proof of a number, as `end_unproven_sessions` does for an address: a stranger may have named it.
-- An account of another provider that adds a number keeps the provider: no stranger has named that number.
create function private.end_unproven_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(old.phone, '') = '' then
    return null;
  end if;
  delete from auth.sessions where user_id = new.id;
  delete from auth.identities where user_id = new.id and provider not in ('email', 'phone');
  return null;
end
$$;

create trigger end_unproven_phone
after update of phone_confirmed_at on auth.users
for each row when (
  not old.is_anonymous
  and old.email_confirmed_at is null
  and old.phone_confirmed_at is null
  and new.phone_confirmed_at is not null
)
execute function private.end_unproven_phone();

-- As before, but a code by SMS proves no address. Whoever has no address proves their number instead.
create or replace function private.has_fresh_email_proof(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sessions
    join auth.mfa_amr_claims on mfa_amr_claims.session_id = sessions.id
    join auth.users on users.id = sessions.user_id
    where sessions.id = private.own_session_id()
      and sessions.user_id = p_user_id
      and sessions.created_at > now() - private.limit_interval('personalData.recentSignInMs')
      and authentication_method in ('otp', 'magiclink', 'recovery')
      and (
        users.email_confirmed_at is null
        or not exists (select from private.sms_sessions where session_id = sessions.id)
      )
  );
end
$$;

-- As before, and an account with a proven number may have a password, too.
create or replace function private.clear_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.encrypted_password := null;
  elsif new.encrypted_password is distinct from old.encrypted_password
    and (
      new.is_anonymous
      or coalesce(old.email_confirmed_at, old.phone_confirmed_at) is null
      or coalesce(new.email_confirmed_at, new.phone_confirmed_at) is null
      or new.email is distinct from old.email
      or new.phone is distinct from old.phone
      or not private.use_permit(new.id, 'password', '')
    )
  then
    new.encrypted_password := old.encrypted_password;
  end if;
  return new;
end
$$;
