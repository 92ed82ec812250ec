-- Runs a few requests of one user at a time. Without that, one guest who repeats an expensive request has all connections and
-- processors work for them. A refused request takes half a millisecond, and the client sends it again.

-- Takes one of the slots of a user, whose number is a limit, until the transaction ends. Refuses if all are taken. Never waits.
create function private.take_slot(p_user_id uuid, p_limit_name text) returns void
language plpgsql set search_path = '' as $$
begin
  for slot in 1..private.limit_value(p_limit_name) loop
    if pg_try_advisory_xact_lock(hashtextextended(p_limit_name || ':' || p_user_id, slot)) then
      return;
    end if;
  end loop;
  perform private.raise_error('request/busy');
end
$$;

-- Refuses a request of a user who has `concurrency.requests` others running. PostgREST calls it before each request, in the same
-- transaction, so the lock ends with the request. It never waits: a request that waits would hold a connection.
create function private.admit_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
begin
  if caller_id is not null then
    perform private.take_slot(caller_id, 'concurrency.requests');
  end if;
end
$$;
grant execute on function private.admit_request() to anon, authenticated, service_role;

alter role authenticator set pgrst.db_pre_request = 'private.admit_request';
notify pgrst, 'reload config';
