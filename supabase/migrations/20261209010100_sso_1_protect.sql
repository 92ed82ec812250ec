-- Single sign-on (decision 059): the identities and sessions of identity providers that count. Auth alone believes every address that a
-- provider states, gives an account to whoever has its address at the same provider, and accepts a response that nobody has requested.

-- Returns whether an identity provider manages the account. Such an account has no other way in.
create function private.is_sso_account(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users where id = p_user_id and is_sso_user);
end
$$;

-- Returns whether the operator has assigned the domain of an address to this provider. `p_provider`: `sso:` and an id.
create function private.vouches_for(p_provider text, p_email text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sso_domains
    where lower(domain) = lower(substring(p_email from '@([^@]+)$')) and p_provider = 'sso:' || sso_provider_id
  );
end
$$;

-- Rejects the identity of a provider for an address of somebody else's domain. Rejects a second identity of a managed account, and one for an
-- account that the provider does not manage.
create function private.guard_sso_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.provider not like 'sso:%' then
    if private.is_sso_account(new.user_id) then
      raise exception 'an account of single sign-on has no other identity';
    end if;
  elsif not private.vouches_for(new.provider, new.identity_data ->> 'email') then
    raise exception 'the provider does not own the domain of the address';
  elsif tg_op = 'INSERT' and (
    not private.is_sso_account(new.user_id) or exists (select from auth.identities where user_id = new.user_id)
  ) then
    raise exception 'an account of single sign-on has one identity';
  elsif tg_op = 'INSERT' and not private.vouches_for(new.provider, (select email from auth.users where id = new.user_id)) then
    raise exception 'the provider does not own the domain of the account';
  end if;
  return new;
end
$$;

create trigger guard_sso_identity
before insert or update of identity_data on auth.identities
for each row execute function private.guard_sso_identity();

-- Notes for this transaction that a browser exchanges the code of a sign-in that it has requested. Our own deletions of flows do not count.
create function private.note_sso_exchange() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 then
    perform set_config('parley.sso_exchange', old.user_id::text, true);
  end if;
  return null;
end
$$;

create trigger note_sso_exchange
after delete on auth.flow_state
for each row when (old.authentication_method = 'sso/saml' and old.user_id is not null)
execute function private.note_sso_exchange();

-- Ends a session of single sign-on that no browser has requested. Auth begins one with each response of a provider, whoever posts it. At
-- the end of the transaction, because Auth still adds tokens to the session.
create function private.end_unrequested_sso() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid := (select user_id from auth.sessions where id = new.session_id);
begin
  if owner_id is not null and current_setting('parley.sso_exchange', true) is distinct from owner_id::text then
    perform private.end_new_sessions(owner_id);
  end if;
  return null;
end
$$;

create constraint trigger end_unrequested_sso
after insert on auth.mfa_amr_claims
deferrable initially deferred
for each row when (new.authentication_method = 'sso/saml')
execute function private.end_unrequested_sso();

-- Rejects a large request of single sign-on, and deletes expired ones, as `bound_flows` does. Strangers begin them without a limit, also
-- without a flow. Auth answers them for two minutes. It has no index for the flow, so each flow that is deleted reads them all.
create function private.bound_sso_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if octet_length(new::text) > 800 then
    -- Auth returns the status or 500.
    raise exception using errcode = 'PT400', message = 'request/invalid';
  end if;
  delete from auth.saml_relay_states where id in (
    select id from auth.saml_relay_states where created_at < now() - interval '3 minutes' limit 40 for update skip locked
  );
  return new;
end
$$;

create trigger bound_sso_requests
before insert on auth.saml_relay_states
for each row execute function private.bound_sso_requests();

-- Returns whether the session of a managed account began at its provider, and not at another service of Auth, which an older session may ask.
create function private.began_at_company(p_user_id uuid, p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.is_sso_account(p_user_id) and exists (
    select from auth.mfa_amr_claims where session_id = p_session_id and authentication_method = 'sso/saml'
  );
end
$$;

-- As before, but a managed account proves itself at its provider: it has neither codes nor a password.
create or replace function private.has_recent_sign_in(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  since timestamptz := now() - private.limit_interval('personalData.recentSignInMs');
  own_session auth.sessions;
begin
  select * into own_session from auth.sessions
  where id::text = auth.jwt() ->> 'session_id' and user_id = p_user_id;
  if own_session.id is null then
    return false;
  elsif not private.has_second_factor(p_user_id) then
    return own_session.created_at > since
      and (not private.began_at_provider(own_session.id) or private.began_at_company(p_user_id, own_session.id));
  end if;
  return own_session.aal >= 'aal2' and exists (
    select from auth.mfa_amr_claims
    where session_id = own_session.id
      and updated_at > since
      and private.token_follows(authentication_method, since)
      and (
        (authentication_method = 'totp' or authentication_method like 'mfa/%') and own_session.created_at > since
        or authentication_method = 'totp' and exists (
          select from auth.mfa_factors where id = own_session.factor_id and factor_type = 'totp' and created_at <= since
        )
      )
  );
end
$$;

-- As before, and a managed account proves its address at its provider.
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
      and (
        authentication_method in ('otp', 'magiclink', 'recovery') and (
          users.email_confirmed_at is null
          or not exists (select from private.sms_sessions where session_id = sessions.id)
        )
        or authentication_method = 'sso/saml' and private.is_sso_account(p_user_id)
      )
  );
end
$$;
