-- Functions that request and withdraw the deletion of an account.

-- Returns whether the caller's session exists and its sign-in is recent. A refresh of the token changes neither.
create function private.has_recent_sign_in(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sessions
    where id::text = auth.jwt() ->> 'session_id'
      and user_id = p_user_id
      and created_at > now() - private.limit_interval('personalData.recentSignInMs')
  );
end
$$;

-- Returns the workspaces with other members that nobody but this person owns.
create function private.workspaces_of_last_owner(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('id', workspaces.id, 'name', workspaces.name) order by own.created_at, workspaces.id),
      '[]'
    )
    from public.workspace_members as own
    join public.workspaces on workspaces.id = own.workspace_id
    where own.user_id = p_user_id
      and own.role = 'owner'
      and exists (select from public.workspace_members where workspace_id = own.workspace_id and user_id <> p_user_id)
      and not exists (
        select from public.workspace_members
        where workspace_id = own.workspace_id and role = 'owner' and user_id <> p_user_id
      )
      and not exists (select from private.workspace_deletions where workspace_id = own.workspace_id)
  );
end
$$;

create function private.account_deletion_json(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'delete_at', (select delete_at from private.account_deletions where user_id = p_user_id),
    'recent', private.has_recent_sign_in(p_user_id),
    'owned', private.workspaces_of_last_owner(p_user_id)
  );
end
$$;

-- Returns when the caller's account is deleted, if at all, and what a request for it needs.
create function private.account_deletion() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  return private.account_deletion_json(caller_id);
end
$$;
grant execute on function private.account_deletion() to authenticated;

-- Requests the deletion of the caller's account after a week, and sends an email about it. `p_email` repeats the address. A repeat
-- changes nothing.
create function private.request_account_deletion(p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  typed text := lower(btrim(private.measured(p_email, 'personalData.address.max', 'request/invalid')));
  address text;
  deletion private.account_deletions;
  settings public.profiles;
  email_key text;
begin
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  perform private.check_rate_limit(caller_id, 'personalData.changesPerMinute');
  if not private.has_recent_sign_in(caller_id) then
    perform private.raise_error('account/sign-in-again');
  end if;
  select lower(email) into address from auth.users where id = caller_id;
  if typed is distinct from address then
    perform private.raise_error('request/invalid');
  end if;
  perform private.lock_user(caller_id);
  if private.workspaces_of_last_owner(caller_id) <> '[]' then
    perform private.raise_error('workspace/last-owner');
  end if;
  -- Each request of a day sends an email.
  select key into email_key from private.account_deletion_keys(caller_id, 0) as key
  where not exists (select from private.outbox_emails where outbox_emails.key = key.key)
  limit 1;
  insert into private.account_deletions (user_id, delete_at)
  values (caller_id, now() + private.limit_interval('personalData.deletionGraceMs'))
  on conflict do nothing
  returning * into deletion;
  if found then
    if email_key is null then
      perform private.raise_error('request/rate-limited');
    end if;
    select * into settings from public.profiles where id = caller_id;
    perform private.enqueue_email(
      email_key,
      address,
      'account-deletion',
      settings.ui_locale,
      jsonb_build_object('delete_at', deletion.delete_at, 'time_zone', settings.time_zone)
    );
  end if;
  return private.account_deletion_json(caller_id);
end
$$;
grant execute on function private.request_account_deletion(text) to authenticated;

-- Returns the keys of the emails about a person's requests on a day of UTC, so many days ago.
create function private.account_deletion_keys(p_user_id uuid, p_days_ago int) returns setof text
language plpgsql stable set search_path = '' as $$
begin
  return query
  select format('account-deletion:%s:%s:%s', p_user_id, (now() at time zone 'utc')::date - p_days_ago, place)
  from generate_series(1, private.limit_value('personalData.requestsInDay')) as place;
end
$$;

-- Withdraws the request. It waits for a batch of `sweep` that is about to begin the deletion, and is then too late.
create function private.cancel_account_deletion() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  deletion private.account_deletions;
begin
  perform private.check_rate_limit(caller_id, 'personalData.changesPerMinute');
  begin
    delete from private.account_deletions where user_id = caller_id and started_at is null returning * into deletion;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if found then
    delete from private.outbox_emails
    where state = 'waiting' and lease is null and key in (
      select private.account_deletion_keys(caller_id, 0)
      union all
      select private.account_deletion_keys(caller_id, 1)
    );
  elsif exists (select from private.account_deletions where user_id = caller_id) then
    perform private.raise_error('request/sign-in-needed');
  end if;
  return private.account_deletion_json(caller_id);
end
$$;
grant execute on function private.cancel_account_deletion() to authenticated;

create function public.account_deletion() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.account_deletion()
$$;
grant execute on function public.account_deletion() to authenticated;

create function public.request_account_deletion(p_email text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.request_account_deletion(p_email)
$$;
grant execute on function public.request_account_deletion(text) to authenticated;

create function public.cancel_account_deletion() returns jsonb
language sql security invoker set search_path = '' as $$
  select private.cancel_account_deletion()
$$;
grant execute on function public.cancel_account_deletion() to authenticated;

-- `delete_at`: every account page says that the account is going to be deleted.
create or replace function private.profile_json(p_profile public.profiles) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'display_name', p_profile.display_name,
    'speaks', p_profile.speaks,
    'reads', p_profile.reads,
    'ui_locale', p_profile.ui_locale,
    'time_zone', p_profile.time_zone,
    'confirmation_emails', p_profile.confirmation_emails,
    'delete_at', (select delete_at from private.account_deletions where user_id = p_profile.id)
  );
end
$$;
