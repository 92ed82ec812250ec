-- Runs a few requests of one user at a time. Without that, one guest who repeats an expensive request has all connections and
-- processors work for them. A refused request takes half a millisecond, and the client sends it again.

-- Refuses a request of a user who has `concurrency.requests` others running. PostgREST calls it before each request, in the same
-- transaction, so the lock ends with the request. It never waits: a request that waits would hold a connection.
create function private.admit_request() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
begin
  if caller_id is null then
    return;
  end if;
  for slot in 1..private.limit_value('concurrency.requests') loop
    if pg_try_advisory_xact_lock(hashtextextended('private.admit_request:' || caller_id, slot)) then
      return;
    end if;
  end loop;
  perform private.raise_error('request/busy');
end
$$;
grant execute on function private.admit_request() to anon, authenticated, service_role;

alter role authenticator set pgrst.db_pre_request = 'private.admit_request';
notify pgrst, 'reload config';
