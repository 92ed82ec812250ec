-- Two-factor sign-in: a session of a person with a second factor has no access before it is confirmed by one.

-- Returns whether a person has a verified second factor. Auth has an index on its user.
create function private.has_second_factor(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors where user_id = p_user_id and status = 'verified');
end
$$;

-- Returns why the session of the caller's token has no access: it was ended, or it lacks the second factor. Else null. Tokens of
-- services have no session. Token and session both state the level: a token of before the confirmation is no better than before
-- (somebody else may hold it), and a token that outlived its factor is no better than its session.
create function private.session_refusal() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := auth.jwt();
  own_id uuid := nullif(claims ->> 'session_id', '')::uuid;
  owner_id uuid;
  own_level auth.aal_level;
begin
  if own_id is null then
    return null;
  end if;
  select user_id, aal into owner_id, own_level from auth.sessions where id = own_id;
  if owner_id is null then
    return 'request/sign-in-needed';
  elsif coalesce(own_level, 'aal1') >= 'aal2' and claims ->> 'aal' in ('aal2', 'aal3') then
    return null;
  elsif private.has_second_factor(owner_id) then
    return 'account/factor-needed';
  end if;
  return null;
end
$$;

-- As before, and for a confirmed session only.
create or replace function private.has_open_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.session_refusal() is null;
end
$$;

-- As before, and refuses a session that lacks the second factor. A page renews its token then, which may state the level by now.
create or replace function private.admit_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
  refusal text;
begin
  if caller_id is null then
    return;
  end if;
  refusal := private.session_refusal();
  if refusal is not null then
    if coalesce(current_setting('request.path', true), '') in ('/rpc/leave_call', '/rpc/withdraw_knock') then
      return;
    end if;
    raise exception using errcode = 'PT401', message = refusal;
  end if;
  perform private.take_slot(caller_id, 'concurrency.requests');
  if not private.has_refused_time_left(caller_id) then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;

-- As before, and refuses a session that lacks the second factor.
create or replace function private.require_session(p_user_id uuid, p_session_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  own_session auth.sessions;
begin
  if p_session_id is null then
    return;
  end if;
  select * into own_session from auth.sessions where id = p_session_id and user_id = p_user_id;
  if own_session.id is null then
    perform private.raise_error('request/sign-in-needed');
  elsif coalesce(own_session.aal, 'aal1') < 'aal2' and private.has_second_factor(p_user_id) then
    perform private.raise_error('account/factor-needed');
  end if;
end
$$;
