-- Functions with which a person sees and ends their sessions.

-- Returns the session of the caller's token, or null for a token without one.
create function private.own_session_id() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return nullif(auth.jwt() ->> 'session_id', '')::uuid;
end
$$;

-- Returns the id of the caller, who needs an account.
create function private.require_account_id() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  return caller_id;
end
$$;

create function private.session_json(p_session auth.sessions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_session.id,
    'current', p_session.id is not distinct from private.own_session_id(),
    'user_agent', coalesce(
      (select user_agent from private.session_origins where session_id = p_session.id), left(p_session.user_agent, 400)
    ),
    'country', (select country from private.session_origins where session_id = p_session.id),
    'started_at', p_session.created_at,
    'last_seen', greatest(p_session.created_at, p_session.refreshed_at at time zone 'utc'),
    'methods', array(
      select authentication_method from auth.mfa_amr_claims where session_id = p_session.id order by created_at limit 10
    )
  );
end
$$;

-- Returns the caller's own session and the newest others. Auth has an index for this order, and none by last use.
create function private.my_sessions() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  others auth.sessions[];
  most int := private.limit_value('sessions.listed');
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  others := array(
    select sessions from auth.sessions
    where user_id = caller_id and id is distinct from private.own_session_id()
    order by created_at desc
    limit most + 1
  );
  return jsonb_build_object(
    'current', (
      select private.session_json(sessions) from auth.sessions
      where id = private.own_session_id() and user_id = caller_id
    ),
    'others', (
      select coalesce(jsonb_agg(private.session_json(other) order by greatest(other.created_at, other.refreshed_at at time zone 'utc') desc), '[]')
      from unnest(others[:most]) as other
    ),
    'more', cardinality(others) > most
  );
end
$$;
grant execute on function private.my_sessions() to authenticated;

-- Ends a session of the caller. Changes nothing if the caller has no such session. `p_distrust`: somebody else used it, so that
-- only the device of the caller's own session stays known.
create function private.end_session(p_session_id uuid, p_distrust boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'sessions.changesPerMinute');
  if p_session_id is null then
    perform private.raise_error('request/invalid');
  end if;
  begin
    delete from auth.sessions where id = p_session_id and user_id = caller_id;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if p_distrust then
    delete from private.known_devices
    where user_id = caller_id
      and device_hash is distinct from (
        select device_hash from private.session_origins where session_id = private.own_session_id()
      );
  end if;
end
$$;
grant execute on function private.end_session(uuid, boolean) to authenticated;

create function public.my_sessions() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.my_sessions()
$$;
grant execute on function public.my_sessions() to authenticated;

create function public.end_session(p_session_id uuid, p_distrust boolean default false) returns void
language sql security invoker set search_path = '' as $$
  select private.end_session(p_session_id, p_distrust)
$$;
grant execute on function public.end_session(uuid, boolean) to authenticated;
