-- A session ends newer ones only after a fresh proof. Else a thief of an older session who goes on ending all others keeps the owner, who signs in
-- with each new session, out of the account.

-- Rejects a session that would end newer ones without a fresh proof.
create function private.require_proof_against(p_user_id uuid, p_session_ids uuid[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    select from auth.sessions as other
    where other.id = any(p_session_ids)
      and other.user_id = p_user_id
      and other.created_at > (select created_at from auth.sessions where id = private.own_session_id())
  ) then
    perform private.require_recent_sign_in(p_user_id);
  end if;
end
$$;

drop function public.end_session(uuid, boolean);
drop function private.end_session(uuid, boolean);

-- Ends a session of the caller. Changes nothing if the caller has no such session.
create function private.end_session(p_session_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'sessions.changesPerMinute');
  if p_session_id is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_proof_against(caller_id, array[p_session_id]);
  delete from auth.sessions where id = p_session_id and user_id = caller_id;
exception when lock_not_available then
  perform private.raise_error('request/busy');
end
$$;
grant execute on function private.end_session(uuid) to authenticated;

-- Ends all sessions of the caller but the own. `p_distrust`: somebody else used one, so that only the device of the own session stays known,
-- and what was begun by the others ends.
create function private.end_other_sessions(p_distrust boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  other_ids uuid[];
begin
  perform private.check_rate_limit(caller_id, 'sessions.changesPerMinute');
  -- A person has 200 sessions at most.
  select array_agg(id) into other_ids from auth.sessions
  where user_id = caller_id and id is distinct from private.own_session_id();
  perform private.require_proof_against(caller_id, other_ids);
  delete from auth.sessions where id = any(other_ids);
  if p_distrust then
    delete from private.known_devices
    where user_id = caller_id
      and device_hash is distinct from (
        select device_hash from private.session_origins where session_id = private.own_session_id()
      );
    perform private.forget_flows(caller_id);
    perform private.end_all_invitations_by(caller_id);
  end if;
exception when lock_not_available then
  perform private.raise_error('request/busy');
end
$$;
grant execute on function private.end_other_sessions(boolean) to authenticated;

create function public.end_session(p_session_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.end_session(p_session_id)
$$;
grant execute on function public.end_session(uuid) to authenticated;

create function public.end_other_sessions(p_distrust boolean default false) returns void
language sql security invoker set search_path = '' as $$
  select private.end_other_sessions(p_distrust)
$$;
grant execute on function public.end_other_sessions(boolean) to authenticated;

-- The same at Auth itself, which asks for no proof. Only its statement shows that it ends all sessions but the caller's, which is the one left:
-- `DELETE FROM sessions WHERE id != ? AND user_id = ?` (supabase/auth, internal/models/sessions.go, LogoutAllExceptMe).
create function private.keep_newer_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if session_user = 'supabase_auth_admin' and current_query() ~ '\mid\s*(!=|<>)' and exists (
    select from ended
    join auth.sessions as own on own.user_id = ended.user_id and own.created_at < ended.created_at
    where not exists (
      select from auth.mfa_amr_claims
      where session_id = own.id and updated_at > now() - private.limit_interval('personalData.recentSignInMs')
    )
  ) then
    raise exception using errcode = 'PT403', message = 'account/sign-in-again';
  end if;
  return null;
end
$$;

create trigger keep_newer_sessions
after delete on auth.sessions
referencing old table as ended
for each statement execute function private.keep_newer_sessions();
