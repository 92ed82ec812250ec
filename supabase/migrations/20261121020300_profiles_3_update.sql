-- Functions that read and update the caller's profile.

create function private.profile_json(p_profile public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'display_name', p_profile.display_name,
    'speaks', p_profile.speaks,
    'reads', p_profile.reads,
    'ui_locale', p_profile.ui_locale,
    'time_zone', p_profile.time_zone
  );
end
$$;

create function private.read_profile() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  return (select private.profile_json(profiles) from public.profiles where id = caller_id);
end
$$;
grant execute on function private.read_profile() to authenticated;

create function public.read_profile() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_profile()
$$;
grant execute on function public.read_profile() to authenticated;

-- Reads the list of zones from disk, so do not call it for each row.
create function private.is_time_zone(p_name text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.is_time_zone_name(p_name)
    and exists (select from pg_catalog.pg_timezone_names as zones where zones.name = p_name);
end
$$;

-- Updates the fields that are not null.
create function private.update_profile(
  p_display_name text, p_speaks text, p_reads text, p_ui_locale text, p_time_zone text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_display_name text := case when p_display_name is not null then
    private.clean_name(private.measured(p_display_name, 'displayName.max', 'name/too-long'))
  end;
  profile public.profiles;
begin
  if p_time_zone is not null then
    perform private.check_rate_limit(caller_id, 'timeZonesPerMinute');
  end if;
  if char_length(clean_display_name) < private.limit_value('displayName.min') then
    perform private.raise_error('name/empty');
  elsif char_length(clean_display_name) > private.limit_value('displayName.max') then
    perform private.raise_error('name/too-long');
  elsif not private.is_language(coalesce(p_speaks, 'en')) or not private.is_language(coalesce(p_reads, 'en')) then
    perform private.raise_error('language/unknown');
  elsif not private.is_locale(coalesce(p_ui_locale, 'en')) then
    perform private.raise_error('locale/unknown');
  elsif p_time_zone is not null and not private.is_time_zone(p_time_zone) then
    perform private.raise_error('time-zone/unknown');
  end if;

  update public.profiles
  set
    display_name = coalesce(clean_display_name, display_name),
    speaks = coalesce(p_speaks, speaks),
    reads = coalesce(p_reads, reads),
    ui_locale = coalesce(p_ui_locale, ui_locale),
    time_zone = coalesce(p_time_zone, time_zone),
    updated_at = now()
  where id = caller_id
  returning * into profile;
  return private.profile_json(profile);
end
$$;
grant execute on function private.update_profile(text, text, text, text, text) to authenticated;

create function public.update_profile(
  p_display_name text default null,
  p_speaks text default null,
  p_reads text default null,
  p_ui_locale text default null,
  p_time_zone text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.update_profile(p_display_name, p_speaks, p_reads, p_ui_locale, p_time_zone)
$$;
grant execute on function public.update_profile(text, text, text, text, text) to authenticated;
