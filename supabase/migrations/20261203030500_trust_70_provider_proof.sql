-- A sign-in by another provider proves only that its browser is signed in there, which an unattended browser is, too. It no longer counts
-- as a fresh proof.

-- Returns whether a session began at another provider.
create function private.began_at_provider(p_session_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.mfa_amr_claims
    where session_id = p_session_id and (authentication_method = 'oauth' or authentication_method like 'sso/%')
  );
end
$$;

-- As before, but without a second factor the session must not have begun at another provider.
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
      and (
        (authentication_method = 'totp' or authentication_method like 'mfa/%') and own_session.created_at > since
        or authentication_method = 'totp' and exists (
          select from auth.mfa_factors where id = own_session.factor_id and factor_type = 'totp' and created_at <= since
        )
      )
  );
end
$$;

-- As before, but no session that began at another provider proves anything.
create or replace function private.has_proof_for_password(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  own_id uuid := private.own_session_id();
  began_at timestamptz;
  first_method text;
begin
  if private.has_second_factor(p_user_id) then
    return private.has_recent_sign_in(p_user_id);
  elsif private.began_at_provider(own_id) then
    return false;
  end if;
  select sessions.created_at, (
    select authentication_method from auth.mfa_amr_claims where session_id = sessions.id order by created_at limit 1
  )
  into began_at, first_method
  from auth.sessions
  where id = own_id and user_id = p_user_id;
  return coalesce(
    began_at > now() - private.limit_interval(
      case first_method when 'password' then 'passwords.currentPasswordMs' else 'personalData.recentSignInMs' end
    ),
    false
  );
end
$$;
