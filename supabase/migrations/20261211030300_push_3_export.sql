-- As before, with the devices that get reminders, and quiet hours that a person chose. The address and keys of a device stay here: with them,
-- somebody else could have its messages replaced.

create or replace function private.export_account() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'personalData.pagesPerMinute');
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  return (
    select jsonb_build_object(
      'id', users.id,
      'email', users.email,
      'phone', '+' || nullif(users.phone, ''),
      'created_at', users.created_at,
      'last_sign_in_at', users.last_sign_in_at,
      'profile', private.profile_json(profiles),
      'sessions', (
        select coalesce(jsonb_agg(to_jsonb(page)), '[]')
        from (
          -- The Worker renews sessions from addresses of no network.
          select created_at, refreshed_at, user_agent, case when not ip <<= 'fd00::/8' then host(ip) end as ip
          from auth.sessions where user_id = caller_id order by created_at desc limit 100
        ) as page
      ),
      'push_devices', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('service', substring(endpoint from '^https://([^/]+)'), 'added_at', created_at)
            order by created_at, id
          ),
          '[]'
        )
        from private.push_subscriptions where user_id = caller_id
      ),
      'quiet_hours', (
        select jsonb_build_object('from', from_hour, 'until', until_hour)
        from private.push_quiet_hours where user_id = caller_id
      ),
      'workspaces', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('id', workspaces.id, 'name', workspaces.name, 'role', role, 'joined_at', members.created_at)
            order by members.created_at, workspaces.id
          ),
          '[]'
        )
        from public.workspace_members as members
        join public.workspaces on workspaces.id = members.workspace_id
        where members.user_id = caller_id
      ),
      'parts', (select jsonb_agg(part) from private.export_parts())
    )
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.id = caller_id
  );
end
$$;
