-- From guest to account, and what a person reads and says about themselves.

-- A first name for a workspace, in no language: the person's own, else what stands before the @ of their address. Never
-- what stands after it: members may be from elsewhere.
create function private.workspace_name(display_name text, mail text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(
    nullif(private.clean_name(display_name), ''),
    nullif(
      btrim(
        left(
          private.clean_name(
            initcap(regexp_replace(split_part(split_part(mail, '@', 1), '+', 1), '[._-]+', ' ', 'g'))
          ),
          private.bound('workspaceName.max')::int
        )
      ),
      ''
    ),
    'Parley'
  )
$$;

-- An account has a workspace of its own, and the meetings that it hosted as a guest move there. Again it changes nothing.
create function private.settle_account(person uuid, mail text) returns void
language plpgsql set search_path = '' as $$
declare
  home uuid;
begin
  perform private.lock_person(person);
  home := private.first_workspace(person);
  if home is null then
    insert into public.workspaces (name)
    values (
      private.workspace_name((select display_name from public.profiles where id = person), mail)
    )
    returning id into home;
    insert into public.workspace_members (workspace_id, user_id, role) values (home, person, 'owner');
  end if;
  perform from public.meetings where host = person and workspace_id is null order by id for no key update;
  update public.meetings set workspace_id = home where host = person and workspace_id is null;
end
$$;

-- An anonymous user who proves an address gets it a moment after becoming an account: until then it stands in
-- `email_change`.
create function private.settle_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_account(new.id, coalesce(nullif(new.email, ''), new.email_change, ''));
  return new;
end
$$;

-- Triggers of one event fire in the order of their names: `create_profile` comes before both.
create trigger settle_new_account
after insert on auth.users
for each row when (not new.is_anonymous)
execute function private.settle_user();

create trigger settle_former_guest
after update of is_anonymous on auth.users
for each row when (old.is_anonymous and not new.is_anonymous)
execute function private.settle_user();

select private.settle_account(id, coalesce(email, '')) from auth.users where not is_anonymous;

create function private.profile_shape(profile public.profiles) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'display_name', profile.display_name,
    'speaks', profile.speaks,
    'reads', profile.reads,
    'ui_locale', profile.ui_locale,
    'time_zone', profile.time_zone
  )
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
language sql stable set search_path = '' as $$
  select private.is_zone_name(name)
    and exists (select from pg_catalog.pg_timezone_names as zones where zones.name = is_zone.name)
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

-- The meetings of a person: those they host, those that admit them, those of their workspaces. The newest first, by the
-- last call, or by when they were made.
create function private.home_meetings(person uuid) returns jsonb
language sql stable set search_path = '' as $$
  with known as (
    select meeting_id as id from public.participants where user_id = person and admission = 'admitted'
    union
    select id from public.meetings where host = person
    union
    select meetings.id
    from public.workspace_members
    join public.meetings using (workspace_id)
    where workspace_members.user_id = person and private.has_account(person)
  ),
  newest as (
    select meetings.*, last_call_at
    from known
    join public.meetings using (id)
    cross join lateral (
      select max(started_at) as last_call_at from public.calls where meeting_id = meetings.id
    ) as last_call
    order by coalesce(last_call_at, created_at) desc, id
    limit private.bound('homeMeetings')
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'meeting_id', newest.id,
        'code', newest.code,
        'title', newest.title,
        'role', case when newest.host = person then 'host' else coalesce(place.role, 'member') end,
        'inside', (select count(*) from private.people_inside(newest.id)),
        'last_call_at', newest.last_call_at,
        'created_at', newest.created_at,
        'people', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('number', number, 'display_name', display_name, 'speaks', speaks, 'reads', reads)
              order by number
            ),
            '[]'
          )
          from (
            select * from public.participants
            where meeting_id = newest.id and admission = 'admitted'
            order by number
            limit private.bound('homePeople')
          ) as people
        ),
        'people_count', (
          select count(*) from public.participants where meeting_id = newest.id and admission = 'admitted'
        )
      )
      order by coalesce(newest.last_call_at, newest.created_at) desc, newest.id
    ),
    '[]'
  )
  from newest
  left join public.participants as place
    on place.meeting_id = newest.id and place.user_id = person and place.admission = 'admitted'
$$;

-- All that the first page of a person shows, in one answer.
create function private.home() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
begin
  return jsonb_build_object(
    'profile', private.read_profile(),
    'workspaces', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', workspaces.id, 'name', workspaces.name, 'role', workspace_members.role)
          order by workspace_members.created_at, workspaces.id
        ),
        '[]'
      )
      from public.workspace_members
      join public.workspaces on workspaces.id = workspace_members.workspace_id
      where workspace_members.user_id = me and private.has_account(me)
    ),
    'meetings', private.home_meetings(me)
  );
end
$$;
grant execute on function private.home() to authenticated;

create function public.home() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.home()
$$;
grant execute on function public.home() to authenticated;
