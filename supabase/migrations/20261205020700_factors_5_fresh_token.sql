-- A code of the second factor proves nothing to the tokens of before it. People with a factor confirm in the same session, so a copied
-- older token of that session was fresh, too, as soon as its owner had confirmed something of their own.

-- Returns whether the caller's token follows a sign-in step by this method that is later than `p_since`. Auth writes the steps of the
-- session into each token.
create function private.token_follows(p_method text, p_since timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    jsonb_path_exists(
      auth.jwt(),
      '$.amr[*] ? (@.method == $method && @.timestamp > $since)',
      jsonb_build_object('method', p_method, 'since', extract(epoch from p_since))
    ),
    false
  );
end
$$;

-- As before, and with a second factor the token must follow the proof. Without one the proof is the session's beginning.
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
    return own_session.created_at > since and not private.began_at_provider(own_session.id);
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

-- As before, and with a second factor the token must follow the proof that began the passkey. An older one of the same session named the
-- passkey of a thief meanwhile.
create or replace function private.allow_passkey(p_credential_id text) returns void
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
    and begun_at > now() - private.limit_interval('passkeys.ceremonyMs')
    and (
      not private.has_second_factor(caller_id)
      or exists (
        select from auth.mfa_amr_claims
        where mfa_amr_claims.session_id = passkey_permits.session_id
          and (authentication_method = 'totp' or authentication_method like 'mfa/%')
          and private.token_follows(authentication_method, begun_at - private.limit_interval('personalData.recentSignInMs'))
      )
    );
  if not found then
    perform private.raise_error('account/sign-in-again');
  end if;
end
$$;
