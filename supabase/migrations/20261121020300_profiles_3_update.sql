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
