-- Functions with which a person changes their password. Auth stores it; they decide who may.

-- Returns whether the caller's session proves that the caller owns the account: a recent second factor of people who have factors.
-- For others a code, a link or another way that began it a moment ago, or the current password, with which the Worker has just
-- begun it. Somebody who finds an open page has none of these.
create function private.has_proof_for_password(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  began_at timestamptz;
  first_method text;
begin
  if private.has_second_factor(p_user_id) then
    return private.has_recent_sign_in(p_user_id);
  end if;
  select sessions.created_at, (
    select authentication_method from auth.mfa_amr_claims where session_id = sessions.id order by created_at limit 1
  )
  into began_at, first_method
  from auth.sessions
  where id = private.own_session_id() and user_id = p_user_id;
  return coalesce(
    began_at > now() - private.limit_interval(
      case first_method when 'password' then 'passwords.currentPasswordMs' else 'personalData.recentSignInMs' end
    ),
    false
  );
end
$$;

-- Permits the caller to change the password at Auth, within a moment.
create function private.allow_password_change() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'passwords.changesPerMinute');
  if not private.has_proof_for_password(caller_id) then
    perform private.raise_error('account/sign-in-again');
  end if;
  perform private.permit_change(caller_id, 'password', '');
end
$$;
grant execute on function private.allow_password_change() to authenticated;

-- Returns whether the caller has a password, and whether they may set one without the current one.
create function private.password_state() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  return jsonb_build_object(
    'is_set', exists (select from auth.users where id = caller_id and encrypted_password <> ''),
    'is_proven', private.has_recent_sign_in(caller_id) and (
      private.has_second_factor(caller_id) or not exists (
        select from auth.mfa_amr_claims
        where session_id = private.own_session_id() and authentication_method = 'password'
      )
    )
  );
end
$$;
grant execute on function private.password_state() to authenticated;

create function public.allow_password_change() returns void
language sql security invoker set search_path = '' as $$
  select private.allow_password_change()
$$;
grant execute on function public.allow_password_change() to authenticated;

create function public.password_state() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.password_state()
$$;
grant execute on function public.password_state() to authenticated;
