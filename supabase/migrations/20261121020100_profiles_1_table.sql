-- The profiles.

-- A BCP 47 tag. Which of them the buttons speak is the pages' matter: they fall back.
create function private.is_locale(p_locale text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$', false);
end
$$;

-- The form of an IANA name. Whether there is such a zone changes with every release of the zones, so no constraint asks
-- it: `update_profile` does.
create function private.is_time_zone_name(p_name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_name ~ '^(UTC|[A-Z][A-Za-z_]{1,20}(/[A-Za-z0-9_+-]{1,30}){1,2})$', false);
end
$$;

-- A profile is what a person said about themselves last: it fills in the door of their next meeting. Every user has one,
-- anonymous users too.
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
grant select on public.profiles to authenticated;

-- Others see the name and languages that someone has in a meeting they share (participants), never the profile: it also
-- tells where somebody lives and which language they would rather read. Sharing a workspace changes nothing in that.
create policy "Users read their own profile" on public.profiles
for select to authenticated
using (id = (select auth.uid()));

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
