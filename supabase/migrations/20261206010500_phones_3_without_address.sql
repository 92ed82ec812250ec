-- Lets accounts without an email address do what others do (decision 057): delete themselves, export their data, and have a lost second
-- factor reset.

-- Returns what names a person to others who may know it: the email address, else the phone number with its plus sign.
create function private.address_of(p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(lower(nullif(email, '')), '+' || nullif(phone, '')) from auth.users where id = p_user_id
  );
end
$$;

-- As before. `p_email` repeats the phone number with its plus sign if there is no address, which gets an SMS then.
create or replace function private.request_account_deletion(p_email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  typed text := lower(btrim(private.measured(p_email, 'personalData.address.max', 'request/invalid')));
  contact text := private.address_of(caller_id);
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
  if typed is distinct from contact then
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
      contact,
      'account-deletion',
      settings.ui_locale,
      jsonb_build_object('delete_at', deletion.delete_at, 'time_zone', settings.time_zone)
    );
  end if;
  return private.account_deletion_json(caller_id);
end
$$;

-- As before, also for somebody without an address, whom the emails to admins name by the number.
create or replace function private.request_factor_reset() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  own_address text := private.address_of(caller_id);
  own_workspace_id uuid;
begin
  perform private.check_rate_limit(caller_id, 'factorResets.requestsPerMinute');
  if not private.has_second_factor(caller_id) or not exists (select from private.factor_reset_helpers(caller_id)) then
    perform private.raise_error('request/not-allowed');
  elsif not private.has_fresh_email_proof(caller_id) then
    perform private.raise_error('account/sign-in-again');
  end if;
  perform private.lock_user(caller_id);
  if (private.open_factor_reset(caller_id)).user_id is not null then
    return;
  end if;
  insert into private.factor_resets (user_id) values (caller_id)
  on conflict (user_id) do update set requested_at = now();
  for own_workspace_id in select workspace_id from public.workspace_members where user_id = caller_id loop
    perform private.log_change(own_workspace_id, 'factor-reset-asked', caller_id, caller_id);
  end loop;
  perform private.announce_change(caller_id, own_address, 'factor-reset-asked', own_address);
  -- One email of a day for each admin and workspace, however often a person asks. Each workspace gets its first one before any gets a second.
  perform private.enqueue_email(
    'factor-reset:' || caller_id || ':' || workspaces.id || ':' || helpers.user_id || ':' || (now() at time zone 'utc')::date,
    lower(users.email),
    'factor-reset',
    private.account_locale(helpers.user_id),
    jsonb_build_object(
      'workspace_id', workspaces.id,
      'workspace', workspaces.name,
      'name', (select display_name from public.profiles where id = caller_id),
      'address', own_address
    )
  )
  from (
    select * from (
      select *, row_number() over (partition by workspace_id order by role desc, user_id) as place
      from private.factor_reset_helpers(caller_id)
    ) as placed
    order by place, workspace_id
    limit private.limit_value('factorResets.emails')
  ) as helpers
  join public.workspaces on workspaces.id = helpers.workspace_id
  join auth.users on users.id = helpers.user_id
  where users.email <> '';
end
$$;

-- As before, also by SMS.
create or replace function private.answer_factor_reset(p_workspace_id uuid, p_user_id uuid, p_approved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  required_role text := private.factor_reset_role(p_user_id, p_workspace_id);
  reset private.factor_resets;
  address text := private.address_of(p_user_id);
begin
  if p_approved is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.begin_workspace_change(caller_id, p_workspace_id, coalesce(required_role, 'admin'));
  perform private.require_recent_sign_in(caller_id);
  perform private.lock_user(p_user_id);
  reset := private.open_factor_reset(p_user_id);
  if required_role is null or reset.user_id is null or p_user_id = caller_id then
    perform private.raise_error('request/not-found');
  end if;
  if not p_approved then
    delete from private.factor_resets where user_id = p_user_id;
    perform private.log_change(p_workspace_id, 'factor-reset-declined', caller_id, p_user_id);
    perform private.announce_change(p_user_id, address, 'factor-reset-declined', address);
  elsif reset.due_at is null then
    update private.factor_resets
    set due_at = now() + private.limit_interval('factorResets.waitMs'), approved_by = caller_id, approved_in = p_workspace_id
    where user_id = p_user_id;
    perform private.log_change(p_workspace_id, 'factor-reset-approved', caller_id, p_user_id);
    perform private.announce_change(p_user_id, address, 'factor-reset-approved', address);
  end if;
end
$$;

-- As before. `email` is the phone number of a person without an address.
create or replace function private.workspace_factor_resets(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'admin');
  return (
    select coalesce(jsonb_agg(to_jsonb(asked) order by asked.requested_at), '[]')
    from (
      select members.user_id, profiles.display_name, private.address_of(users.id) as email, members.role, resets.requested_at, resets.due_at
      from private.factor_resets as resets
      join public.workspace_members as members on members.user_id = resets.user_id and members.workspace_id = p_workspace_id
      join public.profiles on profiles.id = members.user_id
      join auth.users on users.id = members.user_id
      where members.user_id <> caller_id
        and (resets.due_at is not null or resets.requested_at > now() - private.limit_interval('factorResets.answerMs'))
      order by resets.requested_at
      limit private.limit_value('workspaces.membersPerPage')
    ) as asked
  );
end
$$;

-- As before, with the phone number.
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

-- As before, but a first address belongs to the session that began: nobody is asked for a code of a former address. Its proof ends the other
-- ways in, which the page says, and the number gets an SMS about it.
create or replace function private.allow_email_change(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  if p_email is null
    or length(p_email) not between private.limit_value('workspaces.email.min') and private.limit_value('workspaces.email.max')
  then
    perform private.raise_error('mail/malformed');
  end if;
  perform private.require_recent_sign_in(caller_id);
  perform private.permit_change(caller_id, 'email', p_email);
  if exists (select from auth.users where id = caller_id and coalesce(email, '') = '') then
    perform private.permit_contact(caller_id, 'email', lower(p_email));
  end if;
end
$$;
