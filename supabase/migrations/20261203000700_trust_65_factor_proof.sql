-- A thief of a session added an authenticator app of their own, whose code was then a fresh proof. A second factor is added only after
-- a proof, and proves nothing about a session that is older than itself.

-- As before, but a factor that was added meanwhile counts only in a session that began a moment ago, and so does a recovery code: whoever
-- holds an open session can make new ones at Auth.
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
    return own_session.created_at > since;
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

-- Permits the caller to add a second factor at Auth, within a moment.
create function private.allow_new_factor() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'passwords.changesPerMinute');
  perform private.require_recent_sign_in(caller_id);
  perform private.permit_change(caller_id, 'factor', '');
end
$$;
grant execute on function private.allow_new_factor() to authenticated;

create function public.allow_new_factor() returns void
language sql security invoker set search_path = '' as $$
  select private.allow_new_factor()
$$;
grant execute on function public.allow_new_factor() to authenticated;

-- Refuses a factor that is verified for the first time without a permit, also by a request to Auth itself.
create function private.guard_new_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.use_permit(new.user_id, 'factor', '') then
    raise exception 'a new second factor needs a permit';
  end if;
  return new;
end
$$;

create trigger guard_new_factor
before update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified')
execute function private.guard_new_factor();
