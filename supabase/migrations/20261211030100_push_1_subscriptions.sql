-- Devices that get reminders by Web Push, and quiet hours.

-- Returns whether an address belongs to the push service of a browser. The contract `push.ts` has the same rule.
create function private.is_push_endpoint(p_endpoint text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return char_length(p_endpoint) <= 1024
    and p_endpoint ~ ('^https://(fcm\.googleapis\.com|[a-z0-9-]{1,63}\.push\.services\.mozilla\.com'
      || '|[a-z0-9-]{1,63}\.push\.apple\.com|[a-z0-9-]{1,63}\.notify\.windows\.com)/[A-Za-z0-9_.~:/?=&%+-]+$');
end
$$;

-- A device goes with its session: at a sign-out, and when a person ends the session from another device. `p256dh` and `auth`: the keys of
-- the device, as it gave them. `failures`: rejections in a row.
create table private.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  endpoint text not null unique check (private.is_push_endpoint(endpoint)),
  p256dh text not null check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  failures int not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
revoke all on private.push_subscriptions from public, anon, authenticated, service_role;
alter table private.push_subscriptions enable row level security;

create index push_subscriptions_user_id_created_at_idx on private.push_subscriptions (user_id, created_at);
create index push_subscriptions_session_id_idx on private.push_subscriptions (session_id);

-- Hours of the local day. Equal hours: none are quiet. People without a row have the default.
create table private.push_quiet_hours (
  user_id uuid primary key references public.profiles on delete cascade,
  from_hour int not null check (from_hour between 0 and 23),
  until_hour int not null check (until_hour between 0 and 23)
);
revoke all on private.push_quiet_hours from public, anon, authenticated, service_role;
alter table private.push_quiet_hours enable row level security;

create function private.push_state(p_user_id uuid, p_endpoint text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  quiet private.push_quiet_hours;
begin
  select * into quiet from private.push_quiet_hours where user_id = p_user_id;
  return (
    select jsonb_build_object(
      'here', coalesce(bool_or(endpoint = p_endpoint), false),
      'devices', count(*),
      'quiet_from', coalesce(quiet.from_hour, private.limit_value('push.quietFrom')),
      'quiet_until', coalesce(quiet.until_hour, private.limit_value('push.quietUntil'))
    )
    from private.push_subscriptions where user_id = p_user_id
  );
end
$$;

-- Measures an address before anything else reads it. Browsers may have one of a push service that Parley does not use.
create function private.measure_push_endpoint(p_endpoint text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(p_endpoint) > 2000 then
    perform private.raise_error('request/too-large');
  end if;
end
$$;

create function private.my_push(p_endpoint text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.measure_push_endpoint(p_endpoint);
  perform private.check_rate_limit(caller_id, 'push.readsPerMinute');
  return private.push_state(caller_id, p_endpoint);
end
$$;
grant execute on function private.my_push(text) to authenticated;

create function public.my_push(p_endpoint text default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.my_push(p_endpoint)
$$;
grant execute on function public.my_push(text) to authenticated;

-- Adds the caller's device. A device belongs to the person who added it last: another person of the same browser would otherwise read the
-- titles of the first. The oldest devices beyond the limit go.
create function private.add_push_device(p_endpoint text, p_p256dh text, p_auth text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'push.changesPerMinute');
  if (
    private.is_push_endpoint(p_endpoint) and p_p256dh ~ '^B[A-Za-z0-9_-]{86}$' and p_auth ~ '^[A-Za-z0-9_-]{22}$'
  ) is not true then
    perform private.raise_error('request/invalid');
  end if;
  perform private.lock_user(caller_id);
  delete from private.push_subscriptions where endpoint = p_endpoint and user_id <> caller_id;
  insert into private.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
  values (caller_id, private.own_session_id(), p_endpoint, p_p256dh, p_auth)
  on conflict (endpoint) do update
  set
    user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, failures = 0;
  delete from private.push_subscriptions where id in (
    select id from private.push_subscriptions where user_id = caller_id
    order by created_at desc, id offset private.limit_value('push.devicesPerPerson')
  );
  return private.push_state(caller_id, p_endpoint);
end
$$;
grant execute on function private.add_push_device(text, text, text) to authenticated;

create function public.add_push_device(p_endpoint text, p_p256dh text, p_auth text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.add_push_device(p_endpoint, p_p256dh, p_auth)
$$;
grant execute on function public.add_push_device(text, text, text) to authenticated;

create function private.remove_push_device(p_endpoint text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.measure_push_endpoint(p_endpoint);
  perform private.check_rate_limit(caller_id, 'push.changesPerMinute');
  delete from private.push_subscriptions where endpoint = p_endpoint and user_id = caller_id;
  return private.push_state(caller_id, p_endpoint);
end
$$;
grant execute on function private.remove_push_device(text) to authenticated;

create function public.remove_push_device(p_endpoint text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.remove_push_device(p_endpoint)
$$;
grant execute on function public.remove_push_device(text) to authenticated;

create function private.set_quiet_hours(p_from int, p_until int, p_endpoint text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.measure_push_endpoint(p_endpoint);
  perform private.check_rate_limit(caller_id, 'push.changesPerMinute');
  if (p_from between 0 and 23 and p_until between 0 and 23) is not true then
    perform private.raise_error('request/invalid');
  end if;
  insert into private.push_quiet_hours (user_id, from_hour, until_hour) values (caller_id, p_from, p_until)
  on conflict (user_id) do update set from_hour = excluded.from_hour, until_hour = excluded.until_hour;
  return private.push_state(caller_id, p_endpoint);
end
$$;
grant execute on function private.set_quiet_hours(int, int, text) to authenticated;

create function public.set_quiet_hours(p_from int, p_until int, p_endpoint text default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.set_quiet_hours(p_from, p_until, p_endpoint)
$$;
grant execute on function public.set_quiet_hours(int, int, text) to authenticated;
