-- The profile of each user.

-- Checks the form of a BCP 47 tag. Pages fall back when they have no translation for it.
create function private.is_locale(p_locale text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$', false);
end
$$;

-- Checks the form of an IANA name. The list of zones changes with each tzdata release, so no constraint depends on
-- the list. `update_profile` checks it.
create function private.is_time_zone_name(p_name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_name ~ '^(UTC|[A-Z][A-Za-z_]{1,20}(/[A-Za-z0-9_+-]{1,30}){1,2})$', false);
end
$$;

-- The name, languages and settings that a user entered last. They prefill the next pre-join page. Every user has a
-- profile, anonymous users too.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  display_name text check (char_length(display_name) between 1 and 60),
  speaks text check (speaks is null or private.is_language(speaks)),
  reads text check (reads is null or private.is_language(reads)),
  ui_locale text check (ui_locale is null or private.is_locale(ui_locale)),
  time_zone text check (time_zone is null or private.is_time_zone_name(time_zone)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
revoke all on public.profiles from public, anon, authenticated, service_role;
alter table public.profiles enable row level security;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id) values (new.id) on conflict do nothing;
  return new;
end
$$;

create trigger create_profile
after insert on auth.users
for each row execute function private.create_profile();

insert into public.profiles (id) select id from auth.users on conflict do nothing;
