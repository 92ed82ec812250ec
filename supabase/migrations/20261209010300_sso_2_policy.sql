-- A workspace can be for people who sign in with the single sign-on of a company. Other members and admins keep their membership and have
-- no role, as without a second factor that it requires. Owners always have access: the company's provider, or the operator's list of
-- providers, could lock everybody out otherwise.

-- The workspaces with this policy, and the identity provider of the company. It is the provider of the admin who switched the policy on.
create table private.sso_workspaces (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  -- A row of `auth.sso_providers`. Not referenced: its deletion must open no workspace.
  provider_id uuid not null,
  since timestamptz not null default now()
);
revoke all on private.sso_workspaces from public, anon, authenticated, service_role;
alter table private.sso_workspaces enable row level security;

alter table public.workspace_changes drop constraint workspace_changes_action_check;
alter table public.workspace_changes add constraint workspace_changes_action_check check (
  action in (
    'workspace-created', 'workspace-renamed', 'retention-changed', 'translation-changed', 'two-factor-changed', 'sso-changed',
    'member-invited', 'invitation-renewed', 'invitation-revoked', 'member-joined', 'role-changed', 'member-removed', 'member-left',
    'deletion-requested', 'deletion-withdrawn', 'factor-reset-asked', 'factor-reset-approved', 'factor-reset-declined',
    'factor-reset-done', 'picture-changed', 'picture-removed'
  )
);

-- Returns the identity provider that manages the account, or null. One that the operator has disabled or deleted does not count, nor one
-- that no longer has the domain of the account's address.
create function private.sso_provider_of(p_user_id uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select sso_providers.id
    from auth.identities
    -- By index. No other provider has an id in its name.
    join auth.sso_providers
      on sso_providers.id = case when identities.provider like 'sso:%' then substring(identities.provider from 5)::uuid end
    where identities.user_id = p_user_id
      and private.vouches_for(identities.provider, identities.identity_data ->> 'email')
      -- Older versions of Auth cannot disable a provider.
      and coalesce(to_jsonb(sso_providers) ->> 'disabled', 'false') = 'false'
    limit 1
  );
end
$$;

-- Returns the domains of an identity provider, in order.
create function private.sso_domains_of(p_provider_id uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select lower(domain) from auth.sso_domains where sso_provider_id = p_provider_id order by lower(domain));
end
$$;

-- Returns whether the person signs in by the company that the workspace requires, or owns the workspace.
create function private.meets_sso_policy(p_user_id uuid, p_workspace_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  required_id uuid;
begin
  select provider_id into required_id from private.sso_workspaces where workspace_id = p_workspace_id;
  return required_id is null
    or required_id is not distinct from private.sso_provider_of(p_user_id)
    or exists (
      select from public.workspace_members
      where workspace_id = p_workspace_id and user_id = p_user_id and role = 'owner'
    );
end
$$;

-- As before, and by the company that the workspace requires.
create or replace function private.meets_sign_in_policy(p_user_id uuid, p_workspace_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    not exists (select from private.two_factor_workspaces where workspace_id = p_workspace_id)
    or private.has_second_factor(p_user_id)
  ) and private.meets_sso_policy(p_user_id, p_workspace_id);
end
$$;

-- As before, and nobody has let them in since the workspace requires its company.
create or replace function private.is_admission_over(p_meeting public.meetings, p_participant public.participants) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_kept_out(p_participant.user_id, p_meeting.workspace_id)
    and coalesce(
      p_participant.let_in_at <= greatest(
        (
          select since from private.former_members
          where user_id = p_participant.user_id and workspace_id = p_meeting.workspace_id
        ),
        (select since from private.two_factor_workspaces where workspace_id = p_meeting.workspace_id),
        (select since from private.sso_workspaces where workspace_id = p_meeting.workspace_id)
      ),
      true
    );
end
$$;

-- As before. Members whom the policy keeps out learn what they need.
create or replace function private.require_workspace_role(p_user_id uuid, p_workspace_id uuid, p_min_role text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.has_workspace_role(p_user_id, p_workspace_id, p_min_role) then
    return;
  elsif private.has_workspace_role(p_user_id, p_workspace_id, 'member') then
    perform private.raise_error(case p_min_role when 'owner' then 'role/owner-needed' else 'role/admin-needed' end);
  elsif private.membership_role(p_user_id, p_workspace_id) is not null then
    perform private.raise_error(
      case when private.meets_sso_policy(p_user_id, p_workspace_id) then 'workspace/factor-needed' else 'workspace/sso-needed' end
    );
  end if;
  perform private.raise_error('request/not-allowed');
end
$$;

-- As before, with the policy. `sso_domains`: the company's, null without the policy. `needs_sso`: the reader has to sign in by it first.
create or replace function private.workspace_json(p_workspace_id uuid, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', id,
      'name', name,
      'avatar', avatar_id,
      'role', private.membership_role(p_user_id, id),
      'retention_days', retention_days,
      'translation_policy', translation_policy,
      'two_factor', exists (select from private.two_factor_workspaces where workspace_id = id),
      'sso_domains', private.required_sso_domains(id),
      'locked', not private.meets_sign_in_policy(p_user_id, id),
      'needs_sso', not private.meets_sso_policy(p_user_id, id),
      'delete_at', (select delete_at from private.workspace_deletions where workspace_id = id)
    )
    from public.workspaces where id = p_workspace_id
  );
end
$$;

-- Returns the domains of the company that a workspace requires, or null without the policy.
create function private.required_sso_domains(p_workspace_id uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select private.sso_domains_of(provider_id) from private.sso_workspaces where workspace_id = p_workspace_id);
end
$$;

-- As before, and the reason.
create or replace function private.home(p_writable boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  chosen_id uuid;
  meetings jsonb;
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  chosen_id := private.default_workspace_id(caller_id);
  meetings := private.home_meetings(caller_id, p_writable);
  return jsonb_build_object(
    'profile', private.read_profile(),
    'workspaces', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', workspaces.id,
            'name', workspaces.name,
            'role', workspace_members.role,
            'locked', not private.meets_sign_in_policy(caller_id, workspaces.id),
            'needs_sso', not private.meets_sso_policy(caller_id, workspaces.id)
          )
          order by workspaces.id = chosen_id desc, workspace_members.created_at, workspaces.id
        ),
        '[]'
      )
      from public.workspace_members
      join public.workspaces on workspaces.id = workspace_members.workspace_id
      where workspace_members.user_id = caller_id and private.has_account(caller_id)
    ),
    'meetings', meetings,
    'outcomes', private.home_outcomes(
      caller_id, array(select (meeting -> 'last_call' ->> 'id')::uuid from jsonb_array_elements(meetings) as meeting)
    )
  );
end
$$;

-- As before, and such is the beginning of this policy.
create or replace function private.undoes_counted_change(p_action text, p_detail jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_action in (
      'member-removed', 'member-left', 'invitation-revoked', 'deletion-withdrawn', 'factor-reset-declined', 'picture-removed'
    )
    or p_action = 'two-factor-changed' and p_detail ->> 'to' = 'on'
    or p_action = 'sso-changed' and p_detail ->> 'from' = '' and p_detail ->> 'to' <> ''
    or p_action = 'role-changed' and (
      p_detail ->> 'to' = 'member' or p_detail ->> 'from' = 'owner' and p_detail ->> 'to' = 'admin'
    );
end
$$;

-- Requires the single sign-on of the caller's own company, or none any more. The caller's account proves that the company is theirs, and
-- the fresh proof that its provider works. So nobody locks themselves out or claims the domain of somebody else. An admin may not shut out
-- other admins, as only owners take the role from them.
create function private.require_single_sign_on(p_workspace_id uuid, p_required boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  required_id uuid;
  wanted_id uuid;
begin
  if p_required is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'admin');
  select provider_id into required_id from private.sso_workspaces where workspace_id = p_workspace_id;
  if p_required then
    wanted_id := private.sso_provider_of(caller_id);
    if wanted_id is null then
      perform private.raise_error('workspace/sso-needed');
    end if;
  end if;
  if required_id is distinct from wanted_id then
    if p_required
      and exists (
        select from public.workspace_members
        where workspace_id = p_workspace_id
          and role = 'admin'
          and private.sso_provider_of(user_id) is distinct from wanted_id
      )
    then
      perform private.require_workspace_role(caller_id, p_workspace_id, 'owner');
    end if;
    perform private.require_recent_sign_in(caller_id);
    if p_required then
      insert into private.sso_workspaces (workspace_id, provider_id) values (p_workspace_id, wanted_id)
      on conflict (workspace_id) do update set provider_id = excluded.provider_id, since = now();
    else
      delete from private.sso_workspaces where workspace_id = p_workspace_id;
    end if;
    perform private.log_change(
      p_workspace_id, 'sso-changed', caller_id, null,
      jsonb_build_object(
        'from', coalesce(left(array_to_string(private.sso_domains_of(required_id), ', '), 200), ''),
        'to', coalesce(left(array_to_string(private.sso_domains_of(wanted_id), ', '), 200), '')
      )
    );
  end if;
  return private.workspace_json(p_workspace_id, caller_id);
end
$$;
grant execute on function private.require_single_sign_on(uuid, boolean) to authenticated;

create function public.require_single_sign_on(p_workspace_id uuid, p_required boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.require_single_sign_on(p_workspace_id, p_required)
$$;
grant execute on function public.require_single_sign_on(uuid, boolean) to authenticated;
