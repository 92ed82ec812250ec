-- Ends what a person began at Auth and has not finished when their address changes, or when they distrust a session: a code that was
-- fetched before would begin a new session.

create function private.forget_flows(p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The flow of the change itself goes on.
  delete from auth.flow_state where user_id = p_user_id and authentication_method <> 'email_change';
  delete from auth.one_time_tokens where user_id = p_user_id and token_type::text not like 'email_change%';
end
$$;

create function private.forget_former_flows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_flows(new.id);
  return null;
end
$$;

create trigger forget_former_flows
after update of email on auth.users
for each row when (old.email <> '' and old.email is distinct from new.email)
execute function private.forget_former_flows();

-- As before, and with distrust what was begun and not finished ends, too.
create or replace function private.end_session(p_session_id uuid, p_distrust boolean) returns void
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
    perform private.forget_flows(caller_id);
  end if;
end
$$;
