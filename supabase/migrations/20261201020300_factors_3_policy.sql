-- A workspace can require two-factor sign-in. A member without a second factor keeps the membership and has no role: the workspace,
-- its meetings and transcripts are closed to them until they add one. A person with a factor is always signed in with it.

-- The workspaces with this policy. No column of theirs: most have none, and its check, which each access makes, reads no row of them.
create table private.two_factor_workspaces (
  workspace_id uuid primary key references public.workspaces on delete cascade
);
revoke all on private.two_factor_workspaces from public, anon, authenticated, service_role;
alter table private.two_factor_workspaces enable row level security;

alter table public.workspace_changes drop constraint workspace_changes_action_check;
alter table public.workspace_changes add constraint workspace_changes_action_check check (
  action in (
    'workspace-created', 'workspace-renamed', 'retention-changed', 'translation-changed', 'two-factor-changed', 'member-invited',
    'invitation-renewed', 'invitation-revoked', 'member-joined', 'role-changed', 'member-removed', 'member-left',
    'deletion-requested', 'deletion-withdrawn'
  )
);

-- Returns whether the person signs in as the workspace requires.
create function private.meets_sign_in_policy(p_user_id uuid, p_workspace_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not exists (select from private.two_factor_workspaces where workspace_id = p_workspace_id)
    or private.has_second_factor(p_user_id);
end
$$;

-- Returns the role of a membership, also of a member whom the policy keeps out.
create function private.membership_role(p_user_id uuid, p_workspace_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select role from public.workspace_members
    where workspace_id = p_workspace_id and user_id = p_user_id and private.has_account(p_user_id)
  );
end
$$;

-- As before, and as the policy permits.
create or replace function private.workspace_role(p_user_id uuid, p_workspace_id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  own_role text := private.membership_role(p_user_id, p_workspace_id);
begin
  return case when own_role is not null and private.meets_sign_in_policy(p_user_id, p_workspace_id) then own_role end;
end
$$;

-- As before, and as the policy permits.
create or replace function private.has_workspace_role(p_user_id uuid, p_workspace_id uuid, p_min_role text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.workspace_members
    where workspace_id = p_workspace_id
      and user_id = p_user_id
      and array_position(array['member', 'admin', 'owner'], role)
        >= array_position(array['member', 'admin', 'owner'], p_min_role)
  ) and private.has_account(p_user_id) and private.meets_sign_in_policy(p_user_id, p_workspace_id);
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
    perform private.raise_error('workspace/factor-needed');
  end if;
  perform private.raise_error('request/not-allowed');
end
$$;

-- As before, without workspaces whose policy keeps the person out.
create or replace function private.default_workspace_id(p_user_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return (
    select members.workspace_id
    from public.workspace_members as members
    join public.profiles on profiles.id = members.user_id
    where members.user_id = p_user_id and private.has_account(p_user_id)
      and private.meets_sign_in_policy(p_user_id, members.workspace_id)
    order by members.workspace_id is not distinct from profiles.workspace_id desc, members.created_at, members.workspace_id
    limit 1
  );
end
$$;

-- As before, without meetings that are closed to a former member, and those of workspaces whose policy keeps the person out.
create or replace function private.meetings_used_last(p_user_id uuid, p_most bigint) returns setof public.meetings
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  is_account boolean := private.has_account(p_user_id);
  most_of_person constant bigint := 500;
begin
  return query
  select meetings.*
  from (
    select private.newest_meetings_of_participant(p_user_id, most_of_person) as id
    union
    select private.newest_meetings_of_host(p_user_id, case when is_account then p_most else most_of_person end)
    union
    select newest.id
    from public.workspace_members
    cross join lateral private.newest_meetings_of_workspace(workspace_members.workspace_id, p_most) as newest (id)
    where workspace_members.user_id = p_user_id and is_account
      and private.meets_sign_in_policy(p_user_id, workspace_members.workspace_id)
  ) as visible
  -- `offset 0`: each is read by its id.
  cross join lateral (
    select * from public.meetings as stored
    where stored.id = visible.id
      and (is_account or not private.has_ended(stored))
      and not private.is_closed_to(p_user_id, stored)
    offset 0
  ) as meetings
  order by coalesce(meetings.last_call_at, meetings.created_at) desc, meetings.id
  limit p_most;
end
$$;

-- As before. Leaving needs no second factor.
create or replace function private.leave_workspace(p_workspace_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'workspaces.changesPerMinute');
  if private.membership_role(caller_id, p_workspace_id) is null then
    perform private.raise_error('request/not-allowed');
  end if;
  begin
    perform from public.workspaces where id = p_workspace_id for no key update;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if private.membership_role(caller_id, p_workspace_id) is null then
    perform private.raise_error('request/not-allowed');
  end if;
  perform private.end_membership(p_workspace_id, caller_id);
  perform private.log_change(p_workspace_id, 'member-left', caller_id, caller_id);
end
$$;

-- As before, with the policy. `locked`: the reader needs a second factor first.
create or replace function private.workspace_json(p_workspace_id uuid, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', id,
      'name', name,
      'role', private.membership_role(p_user_id, id),
      'retention_days', retention_days,
      'translation_policy', translation_policy,
      'two_factor', exists (select from private.two_factor_workspaces where workspace_id = id),
      'locked', not private.meets_sign_in_policy(p_user_id, id),
      'delete_at', (select delete_at from private.workspace_deletions where workspace_id = id)
    )
    from public.workspaces where id = p_workspace_id
  );
end
$$;

-- As before. Nothing is chosen if the policies keep the person out of all workspaces.
create or replace function private.my_workspaces() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  chosen_id uuid := private.default_workspace_id(caller_id);
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  return (
    select coalesce(
      jsonb_agg(
        private.workspace_json(workspace_id, caller_id)
          || jsonb_build_object('chosen', workspace_id is not distinct from chosen_id)
        order by created_at, workspace_id
      ),
      '[]'
    )
    from public.workspace_members
    where user_id = caller_id and private.has_account(caller_id)
  );
end
$$;

-- Requires two-factor sign-in of all members, or does not any more. An admin without a second factor would lock themselves out.
create function private.require_two_factor(p_workspace_id uuid, p_required boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  is_required boolean;
begin
  if p_required is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'admin');
  is_required := exists (select from private.two_factor_workspaces where workspace_id = p_workspace_id);
  if is_required <> p_required then
    if p_required and not private.has_second_factor(caller_id) then
      perform private.raise_error('workspace/factor-needed');
    end if;
    if p_required then
      insert into private.two_factor_workspaces (workspace_id) values (p_workspace_id);
    else
      delete from private.two_factor_workspaces where workspace_id = p_workspace_id;
    end if;
    perform private.log_change(
      p_workspace_id, 'two-factor-changed', caller_id, null,
      jsonb_build_object('from', case when is_required then 'on' else 'off' end, 'to', case when p_required then 'on' else 'off' end)
    );
  end if;
  return private.workspace_json(p_workspace_id, caller_id);
end
$$;
grant execute on function private.require_two_factor(uuid, boolean) to authenticated;

create function public.require_two_factor(p_workspace_id uuid, p_required boolean) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.require_two_factor(p_workspace_id, p_required)
$$;
grant execute on function public.require_two_factor(uuid, boolean) to authenticated;
