-- A profile is what a person said about themselves last: it fills in the door of their next meeting. Every user has one,
-- anonymous users too.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  display_name text check (char_length(display_name) between 1 and 60),
  speaks text check (speaks is null or private.is_language(speaks)),
  reads text check (reads is null or private.is_language(reads)),
  ui_locale text check (ui_locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
revoke all on public.profiles from public, anon, authenticated, service_role;
alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;

-- Others see the name and languages that someone has in a meeting they share (participants), never the profile.
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
  me uuid := (select auth.uid());
begin
  if not exists (select from public.profiles where id = me) then
    perform private.fail('request/sign-in-needed');
  end if;
  return me;
end
$$;
