-- Broadcasts from the database and policies of private topics, with the names and types of a hosted project. Migrations
-- may rely on the columns, functions and grants. The delivery to the sockets (one NOTIFY per row) is specific to this
-- stack.

create schema if not exists realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role, dashboard_user, supabase_realtime_admin;

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  primary key (id, inserted_at)
) partition by range (inserted_at);
-- Hosted has one partition per day. One for all days is enough here.
create table if not exists realtime.messages_default partition of realtime.messages default;
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
-- As hosted, for replay.
create index if not exists messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
where extension = 'broadcast' and private is true;

alter table realtime.messages enable row level security;
alter table realtime.messages_default enable row level security;
grant all on realtime.messages, realtime.messages_default to postgres, dashboard_user;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- The topic of the current read or write, for policies.
create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Broadcasts `payload` as `event` on `topic` when the transaction commits. Runs as its caller: a trigger calls it in a
-- security definer function whose owner may insert. As hosted, a failure is only a warning and never breaks the
-- caller's write, and an object without `id` gets the message's id.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  _id uuid := gen_random_uuid();
begin
  if not payload ? 'id' then
    payload := jsonb_set(payload, '{id}', to_jsonb(_id));
  end if;
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, topic, extension, payload, event, private)
  values (_id, topic, 'broadcast', payload, event, private);
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Broadcasts the change of a row on a private topic. Called from row triggers.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
)
returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old
    ),
    event_name,
    topic_name
  );
end
$$;

-- NOTIFY arrives in commit order and carries less than 8000 bytes. A larger row is read by its key.
create or replace function realtime.notify_message() returns trigger language plpgsql set search_path = '' as $$
declare
  _notice text;
begin
  if octet_length(new.payload::text) < 7500 then
    _notice := json_build_object(
      'id', new.id, 'topic', new.topic, 'event', new.event, 'private', new.private, 'payload', new.payload
    )::text;
  end if;
  if _notice is null or octet_length(_notice) >= 7500 then
    _notice := json_build_object('id', new.id, 'inserted_at', new.inserted_at)::text;
  end if;
  perform pg_notify('realtime_messages', _notice);
  return null;
end
$$;
revoke execute on function realtime.notify_message() from public;

create or replace trigger notify_message after insert on realtime.messages for each row
when (new.payload is not null and new.event is not null and new.private is not null)
execute function realtime.notify_message();

-- The permissions of `claims` on a private topic: read if a probe row is visible, write if one can be inserted.
-- Broadcast and presence are checked separately, as that role, with realtime.topic set. The probes are rolled back. A
-- failing policy denies access; `failure` is its SQLSTATE. Only for the Realtime server.
drop function if exists realtime.permissions(text, text, text);

create or replace function realtime.become(_topic text, _role text, _claims text)
returns void language sql as $$
  select
    set_config('realtime.topic', _topic, true),
    set_config('request.jwt.claims', _claims, true),
    set_config('request.headers', '{}', true),
    set_config('role', _role, true)
$$;
revoke execute on function realtime.become(text, text, text) from public;

create or replace function realtime.may_read(
  _topic text, _role text, _claims text, out broadcast boolean, out presence boolean, out failure text
)
language plpgsql as $$
declare
  _broadcast uuid := gen_random_uuid();
  _presence uuid := gen_random_uuid();
begin
  broadcast := false;
  presence := false;
  if not pg_has_role('authenticator', _role, 'member') then
    failure := '42501';
    return;
  end if;
  begin
    insert into realtime.messages (id, topic, extension)
    values (_broadcast, _topic, 'broadcast'), (_presence, _topic, 'presence');
    perform realtime.become(_topic, _role, _claims);
    begin
      select coalesce(bool_or(id = _broadcast), false), coalesce(bool_or(id = _presence), false)
      into broadcast, presence
      from realtime.messages
      where topic = _topic and id in (_broadcast, _presence);
    exception when others then
      failure := sqlstate;
    end;
    -- Rolls back the rows and settings of the block. Variables keep their values.
    raise exception using errcode = 'RTUND';
  exception when sqlstate 'RTUND' then null;
  end;
end
$$;
revoke execute on function realtime.may_read(text, text, text) from public;

create or replace function realtime.may_write(
  _topic text, _role text, _claims text, _extension text, out allowed boolean, out failure text
)
language plpgsql as $$
begin
  allowed := false;
  if not pg_has_role('authenticator', _role, 'member') then
    failure := '42501';
    return;
  end if;
  begin
    perform realtime.become(_topic, _role, _claims);
    begin
      insert into realtime.messages (topic, extension) values (_topic, _extension);
      allowed := true;
    exception
      when insufficient_privilege then null;
      when others then failure := sqlstate;
    end;
    raise exception using errcode = 'RTUND';
  exception when sqlstate 'RTUND' then null;
  end;
end
$$;
revoke execute on function realtime.may_write(text, text, text, text) from public;

-- Hosted lets role postgres create policies and triggers here and nothing else. In plain Postgres only the table's owner
-- can create policies, so role postgres gets the ownership and the event triggers below reject every other change.
alter table realtime.messages owner to supabase_realtime_admin;

create or replace function realtime.refuse_changes() returns event_trigger language plpgsql as $$
declare
  _refused text;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select object_identity into _refused from pg_event_trigger_dropped_objects()
    where schema_name = 'realtime' and object_type <> 'policy'
      and (object_type <> 'trigger' or object_identity like 'notify\_message on %') limit 1;
  else
    select object_identity into _refused from pg_event_trigger_ddl_commands()
    where schema_name = 'realtime' and object_type not in ('policy', 'trigger') limit 1;
  end if;
  if _refused is not null then
    raise insufficient_privilege using message = format('must be owner of %s', _refused);
  end if;
end
$$;
drop event trigger if exists realtime_refuse_changes;
create event trigger realtime_refuse_changes on ddl_command_end execute function realtime.refuse_changes();
drop event trigger if exists realtime_refuse_drops;
create event trigger realtime_refuse_drops on sql_drop execute function realtime.refuse_changes();
