-- A BCP 47 tag. Which of them the buttons speak is the pages' matter: they fall back.
create function private.is_locale(tag text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(tag ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$', false);
end
$$;

-- The form of an IANA name. Whether there is such a zone changes with every release of the zones, so no constraint asks
-- it: `update_profile` does.
create function private.is_zone_name(name text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(name ~ '^(UTC|[A-Z][A-Za-z_]{1,20}(/[A-Za-z0-9_+-]{1,30}){1,2})$', false);
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
  time_zone text check (time_zone is null or private.is_zone_name(time_zone)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
revoke all on public.profiles from public, anon, authenticated, service_role;
alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;

-- Others see the name and languages that someone has in a meeting they share (participants), never the profile: it also
-- tells where somebody lives and which language they would rather read. Sharing a workspace changes nothing in that.
create policy "one reads one's own profile" on public.profiles
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

-- Who is calling. A token may outlive its user: then too one has to sign in.
create function private.caller() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  if not exists (select from public.profiles where id = me) then
    perform private.fail('request/sign-in-needed');
  end if;
  return me;
end
$$;

-- Whether this person is more than a guest: by the row, since a token tells only what they were when it was made.
create function private.has_account(person uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users where id = person and not is_anonymous and deleted_at is null);
end
$$;

-- What one person does to what they own comes one after another: their presses, their becoming an account, a claim.
-- It comes before every lock of a row; whoever needs two persons takes the smaller id first.
create function private.lock_person(person uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_person:' || person, 0));
end
$$;

-- What a person reads and says about themselves.

create function private.profile_shape(profile public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'display_name', profile.display_name,
    'speaks', profile.speaks,
    'reads', profile.reads,
    'ui_locale', profile.ui_locale,
    'time_zone', profile.time_zone
  );
end
$$;

create function private.read_profile() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  return (select private.profile_shape(profiles) from public.profiles where id = me);
end
$$;
grant execute on function private.read_profile() to authenticated;

create function public.read_profile() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_profile()
$$;
grant execute on function public.read_profile() to authenticated;

-- Reads the list of zones from disk: once in a while, not for each row.
create function private.is_zone(name text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.is_zone_name(name)
    and exists (select from pg_catalog.pg_timezone_names as zones where zones.name = is_zone.name);
end
$$;

-- What is null stays as it is.
create function private.update_profile(
  raw_name text, will_speak text, will_read text, new_locale text, new_zone text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  name text := case when raw_name is not null then private.clean_name(raw_name) end;
  profile public.profiles;
begin
  if char_length(name) < private.bound('displayName.min') then
    perform private.fail('name/empty');
  elsif char_length(name) > private.bound('displayName.max') then
    perform private.fail('name/too-long');
  elsif not private.is_language(coalesce(will_speak, 'en')) or not private.is_language(coalesce(will_read, 'en')) then
    perform private.fail('language/unknown');
  elsif not private.is_locale(coalesce(new_locale, 'en')) then
    perform private.fail('locale/unknown');
  elsif new_zone is not null and not private.is_zone(new_zone) then
    perform private.fail('time-zone/unknown');
  end if;

  update public.profiles
  set
    display_name = coalesce(name, display_name),
    speaks = coalesce(will_speak, speaks),
    reads = coalesce(will_read, reads),
    ui_locale = coalesce(new_locale, ui_locale),
    time_zone = coalesce(new_zone, time_zone),
    updated_at = now()
  where id = me
  returning * into profile;
  return private.profile_shape(profile);
end
$$;
grant execute on function private.update_profile(text, text, text, text, text) to authenticated;

create function public.update_profile(
  display_name text default null,
  speaks text default null,
  reads text default null,
  ui_locale text default null,
  time_zone text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.update_profile(display_name, speaks, reads, ui_locale, time_zone)
$$;
grant execute on function public.update_profile(text, text, text, text, text) to authenticated;
