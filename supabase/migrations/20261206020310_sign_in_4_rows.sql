-- Bounds what requests to Auth store (decision 032). Strangers begin flows there without a limit, and anybody chooses the texts of a flow and
-- of a session. Auth deletes its old rows by requests of other kinds, a few at a time.

-- Rejects a large flow, and deletes expired ones, so that strangers store the flows of twenty minutes and no more. A code lasts five minutes,
-- and Auth exchanges it for five more.
create function private.bound_flows() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if octet_length(new::text) > 3000 then
    -- Auth returns the status or 500.
    raise exception using errcode = 'PT400', message = 'request/invalid';
  end if;
  -- More than one, so that a flood shrinks again. Few, because a sign-in waits for it.
  delete from auth.flow_state where id in (
    select id from auth.flow_state where created_at < now() - interval '20 minutes' limit 20 for update skip locked
  );
  begin
    delete from auth.oauth_client_states where id in (
      select id from auth.oauth_client_states where created_at < now() - interval '20 minutes' limit 20 for update skip locked
    );
  exception when undefined_table or insufficient_privilege then
    -- An older Auth has no such table.
    null;
  end;
  return new;
end
$$;

create trigger bound_flows
before insert on auth.flow_state
for each row execute function private.bound_flows();

-- Shortens the name that a client gives itself. Nothing reads more of it.
create function private.shorten_user_agent() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.user_agent := left(new.user_agent, 400);
  return new;
end
$$;

create trigger shorten_user_agent
before insert or update of user_agent on auth.sessions
for each row when (length(new.user_agent) > 400)
execute function private.shorten_user_agent();

-- Keeps the newest 200 sessions of a person: Auth has no limit, and without a plan of its own they never end. A thief who can begin sessions
-- could also end all others at Auth.
create function private.bound_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where id in (
    select id from auth.sessions
    where id in (
      select id from auth.sessions where user_id = new.user_id order by created_at desc, id offset 200 limit 10
    )
    for update skip locked
  );
  return null;
exception when others then
  -- Nobody may be kept from signing in by an older session.
  raise warning 'older sessions stay: %', sqlstate;
  return null;
end
$$;

create trigger bound_sessions
after insert on auth.sessions
for each row execute function private.bound_sessions();

-- Keeps the oldest 40 used tokens of a session's last day, and its newest 20. The newest are for requests that cross. By the oldest Auth
-- detects a stolen token, also after many refreshes by its thief. Auth itself deletes used tokens after a day.
create function private.bound_refresh_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where id in (
    select id from auth.refresh_tokens
    where session_id = new.session_id
      and revoked
      and (
        updated_at < now() - interval '1 day'
        or id > (
          select id from auth.refresh_tokens where session_id = new.session_id and revoked order by id offset 39 limit 1
        )
        and id < (
          select id from auth.refresh_tokens where session_id = new.session_id and revoked order by id desc offset 19 limit 1
        )
      )
    limit 100
    for update skip locked
  );
  return new;
end
$$;

create trigger bound_refresh_tokens
before insert on auth.refresh_tokens
for each row when (new.session_id is not null)
execute function private.bound_refresh_tokens();
