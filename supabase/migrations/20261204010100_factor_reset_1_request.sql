-- The reset of a lost second factor (decision 055). Its owner asks for it with a fresh code by email, an admin of one of their
-- workspaces approves it, and a day later `sweep` removes the factors. Everybody concerned gets an email, and can stop it until then.

create table private.factor_resets (
  user_id uuid primary key references public.profiles on delete cascade,
  requested_at timestamptz not null default now(),
  -- When the factors are removed. Null: no admin has approved it.
  due_at timestamptz,
  approved_by uuid references public.profiles on delete set null,
  approved_in uuid references public.workspaces on delete set null
);
create index factor_resets_due_idx on private.factor_resets (due_at) where due_at is not null;
create index factor_resets_requested_idx on private.factor_resets (requested_at) where due_at is null;
create index factor_resets_approved_by_idx on private.factor_resets (approved_by) where approved_by is not null;
create index factor_resets_approved_in_idx on private.factor_resets (approved_in) where approved_in is not null;
revoke all on private.factor_resets from public, anon, authenticated, service_role;
alter table private.factor_resets enable row level security;

alter table public.workspace_changes drop constraint workspace_changes_action_check;
alter table public.workspace_changes add constraint workspace_changes_action_check check (
  action in (
    'workspace-created', 'workspace-renamed', 'retention-changed', 'translation-changed', 'two-factor-changed', 'member-invited',
    'invitation-renewed', 'invitation-revoked', 'member-joined', 'role-changed', 'member-removed', 'member-left',
    'deletion-requested', 'deletion-withdrawn', 'factor-reset-asked', 'factor-reset-approved', 'factor-reset-declined',
    'factor-reset-done'
  )
);

-- Returns a request that still waits, or null: an unanswered request expires.
create function private.open_factor_reset(p_user_id uuid) returns private.factor_resets
language plpgsql stable set search_path = '' as $$
declare
  reset private.factor_resets;
begin
  select * into reset from private.factor_resets
  where user_id = p_user_id
    and (due_at is not null or requested_at > now() - private.limit_interval('factorResets.answerMs'));
  return reset;
end
$$;

-- Returns who may approve a reset in the workspaces of a person: an admin, and for an owner another owner. In each workspace at most as
-- many as get an email, owners first.
create function private.factor_reset_helpers(p_user_id uuid) returns setof public.workspace_members
language plpgsql stable set search_path = '' as $$
begin
  return query
    select helpers.*
    from public.workspace_members as own
    cross join lateral (
      select * from public.workspace_members as other
      where other.workspace_id = own.workspace_id
        and other.user_id <> p_user_id
        and (other.role = 'owner' or other.role = 'admin' and own.role <> 'owner')
      order by other.role desc, other.user_id
      limit private.limit_value('factorResets.emailsPerWorkspace')
    ) as helpers
    where own.user_id = p_user_id;
end
$$;

-- Returns whether the caller's session began with a code or a link of an email a moment ago.
create function private.has_fresh_email_proof(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from auth.sessions
    join auth.mfa_amr_claims on mfa_amr_claims.session_id = sessions.id
    where sessions.id = private.own_session_id()
      and sessions.user_id = p_user_id
      and sessions.created_at > now() - private.limit_interval('personalData.recentSignInMs')
      and authentication_method in ('otp', 'magiclink', 'recovery')
  );
end
$$;

-- Returns the caller's request, and whether anybody could approve one. Open to a session that lacks its second factor.
create function private.factor_reset_state() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  reset private.factor_resets := private.open_factor_reset(caller_id);
begin
  perform private.check_rate_limit(caller_id, 'factorResets.readsPerMinute');
  return jsonb_build_object(
    'reset', case when reset.user_id is not null then jsonb_build_object('due_at', reset.due_at) end,
    'can_ask', exists (select from private.factor_reset_helpers(caller_id)),
    'is_proven', private.has_fresh_email_proof(caller_id)
  );
end
$$;
grant execute on function private.factor_reset_state() to authenticated;

-- Asks the admins of the caller's workspaces to reset the caller's second factor. Open to a session that lacks it.
create function private.request_factor_reset() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  own_address text;
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
  select email into own_address from auth.users where id = caller_id;
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
grant execute on function private.request_factor_reset() to authenticated;

-- Withdraws the caller's request. Only a session with the second factor gets here, so nothing was lost. Its limit is not that of requests,
-- which a session without the factor could use up.
create function private.withdraw_factor_reset() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'sessions.changesPerMinute');
  delete from private.factor_resets where user_id = caller_id;
end
$$;
grant execute on function private.withdraw_factor_reset() to authenticated;

-- Withdraws a request as soon as a session of its owner is confirmed by a factor.
create function private.end_factor_reset() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.factor_resets where user_id = new.user_id;
  return null;
end
$$;

create trigger end_factor_reset
after update of aal on auth.sessions
for each row when (new.aal >= 'aal2' and (old.aal is null or old.aal < 'aal2'))
execute function private.end_factor_reset();

-- As before. `factor_reset`: every account page says that somebody asked to reset the second factor.
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
    'delete_at', (select delete_at from private.account_deletions where user_id = p_profile.id),
    'factor_reset', (private.open_factor_reset(p_profile.id)).user_id is not null
  );
end
$$;
