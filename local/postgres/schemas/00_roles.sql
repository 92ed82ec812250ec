-- Roles and privileges of a hosted project. All files of this folder run as the superuser supabase_admin, in name
-- order, in one transaction, and run again whenever one of them changes. Each statement must therefore be repeatable.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('postgres', 'login createrole createdb replication bypassrls'),
      ('anon', 'nologin inherit'),
      ('authenticated', 'nologin inherit'),
      ('service_role', 'nologin inherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('dashboard_user', 'nologin createrole createdb replication'),
      ('supabase_auth_admin', 'login noinherit nocreaterole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      ('supabase_replication_admin', 'nologin replication'),
      ('supabase_read_only_user', 'nologin bypassrls'),
      ('supabase_functions_admin', 'nologin noinherit createrole'),
      ('pgbouncer', 'nologin')
    ) as roles(name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I', wanted.name);
    end if;
    execute format('alter role %I %s', wanted.name, wanted.options);
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
-- Gives the ownership that creating policies needs in plain Postgres. As hosted, `set role` is denied.
grant supabase_realtime_admin to postgres with inherit true, set false;
grant pg_monitor, pg_read_all_data, pg_signal_backend, pg_create_subscription to postgres;
grant pg_read_all_data to supabase_read_only_user;
alter database postgres owner to postgres;

-- Parameters that the hosted role postgres may set although they need a superuser in plain Postgres.
do $$
declare
  parameter text;
begin
  foreach parameter in array array[
    'session_replication_role', 'safeupdate.enabled', 'track_io_timing', 'pgrst.db_aggregates_enabled',
    'pgrst.db_anon_role', 'pgrst.db_extra_search_path', 'pgrst.db_max_rows', 'pgrst.db_plan_enabled',
    'pgrst.db_pre_request', 'pgrst.db_prepared_statements', 'pgrst.db_root_spec', 'pgrst.db_schemas',
    'pgrst.db_timezone_enabled', 'pgrst.db_tx_end', 'pgrst.db_use_legacy_gucs', 'pgrst.jwt_aud',
    'pgrst.jwt_role_claim_key', 'pgrst.openapi_mode', 'pgrst.openapi_security_active', 'pgrst.server_cors_allowed_origins'
  ] loop
    execute format('grant set on parameter %I to postgres', parameter);
  end loop;
end
$$;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';

create schema if not exists extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant all on schema extensions to postgres;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pg_stat_statements with schema extensions;

create schema if not exists graphql_public;
grant usage on schema graphql_public to postgres, anon, authenticated, service_role;

create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema storage to postgres, anon, authenticated, service_role;

grant all on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
-- As hosted since October 2026: API roles cannot access new objects in public until a migration grants it. As hosted,
-- they keep the other privileges of `all`, so a table with data needs `revoke all` first.
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke select, insert, update, delete on tables from anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke usage, select on sequences from anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  revoke execute on functions from anon, authenticated, service_role;

-- The CLI's own table of applied migrations, so that the CLI can manage this database by URL.
create schema if not exists supabase_migrations authorization postgres;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
alter table supabase_migrations.schema_migrations owner to postgres;

-- As hosted, the publication of `postgres_changes` exists and is empty, so migrations may add tables to it.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime owner to postgres;
