-- Buckets and objects with the names, columns and grants of a hosted project. A row of storage.objects records an
-- object and its access; the Storage server has its bytes. The hosted tables for listing, versions and S3 are missing
-- here.

create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema storage to postgres, anon, authenticated, service_role, dashboard_user;

create table if not exists storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  -- Bytes.
  file_size_limit bigint,
  -- `image/png` or `image/*`.
  allowed_mime_types text[],
  owner_id text
);
create unique index if not exists bname on storage.buckets (name);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- Names the bytes. Each write of the object sets a new one.
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role, dashboard_user;

create or replace function storage.foldername(name text) returns text[] language sql immutable as $$
  select parts[1 : array_length(parts, 1) - 1] from string_to_array(name, '/') as parts
$$;

create or replace function storage.filename(name text) returns text language sql immutable as $$
  select parts[array_length(parts, 1)] from string_to_array(name, '/') as parts
$$;

-- Returns the name itself if it has no dot.
create or replace function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

create or replace function storage.update_updated_at_column() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create or replace trigger update_objects_updated_at before update on storage.objects
for each row execute function storage.update_updated_at_column();

-- Deleting a row by SQL would leave its bytes behind. Only the Storage server deletes rows, and sets this flag.
create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise insufficient_privilege using
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
      hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
create or replace trigger protect_buckets_delete before delete on storage.buckets
for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
for each statement execute function storage.protect_delete();

-- As in realtime.sql: creating policies needs the ownership, and other changes by role postgres are rejected as hosted.
-- Triggers only need their grant.
grant supabase_storage_admin to postgres with inherit true, set false;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;

create or replace function storage.refuse_changes() returns event_trigger language plpgsql as $$
declare
  _refused text;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  if tg_event = 'sql_drop' then
    select object_identity into _refused from pg_event_trigger_dropped_objects()
    where schema_name = 'storage' and object_type not in ('policy', 'trigger') limit 1;
  else
    select object_identity into _refused from pg_event_trigger_ddl_commands()
    where schema_name = 'storage' and object_type not in ('policy', 'trigger') limit 1;
  end if;
  if _refused is not null then
    raise insufficient_privilege using message = format('must be owner of %s', _refused);
  end if;
end
$$;
drop event trigger if exists storage_refuse_changes;
create event trigger storage_refuse_changes on ddl_command_end execute function storage.refuse_changes();
drop event trigger if exists storage_refuse_drops;
create event trigger storage_refuse_drops on sql_drop execute function storage.refuse_changes();
