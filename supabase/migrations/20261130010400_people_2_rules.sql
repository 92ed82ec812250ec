-- Rules of workspaces: roles, locks, the log.

create function private.workspace_role(p_user_id uuid, p_workspace_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select role from public.workspace_members
    where workspace_id = p_workspace_id and user_id = p_user_id and private.has_account(p_user_id)
  );
end
$$;

-- Rejects people without this role. Only members learn which role they need.
create function private.require_workspace_role(p_user_id uuid, p_workspace_id uuid, p_min_role text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.has_workspace_role(p_user_id, p_workspace_id, p_min_role) then
    return;
  elsif private.has_workspace_role(p_user_id, p_workspace_id, 'member') then
    perform private.raise_error(case p_min_role when 'owner' then 'role/owner-needed' else 'role/admin-needed' end);
  end if;
  perform private.raise_error('request/not-allowed');
end
$$;

-- Locks a workspace, counts a change of it, and rejects people without the role. The lock comes first, so that somebody who was
-- demoted meanwhile is refused.
create function private.begin_workspace_change(p_user_id uuid, p_workspace_id uuid, p_min_role text) returns public.workspaces
language plpgsql set search_path = '' as $$
declare
  workspace public.workspaces;
begin
  perform private.check_rate_limit(p_user_id, 'workspaces.changesPerMinute');
  perform private.require_workspace_role(p_user_id, p_workspace_id, 'member');
  begin
    select * into workspace from public.workspaces where id = p_workspace_id for no key update;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  perform private.require_workspace_role(p_user_id, p_workspace_id, p_min_role);
  return workspace;
end
$$;

create function private.log_change(
  p_workspace_id uuid, p_action text, p_actor uuid, p_person uuid default null, p_detail jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.workspace_changes (workspace_id, action, actor, person, detail)
  values (p_workspace_id, p_action, p_actor, p_person, p_detail);
end
$$;

-- Rejects a change after which nobody owns the workspace. Requires its lock.
create function private.require_owner_left(p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (
    select from public.workspace_members
    where workspace_id = p_workspace_id and role = 'owner' and private.has_account(user_id)
  ) then
    perform private.raise_error('workspace/last-owner');
  end if;
end
$$;

-- Rejects people who are in too many workspaces, which their pages read. Requires the user's lock.
create function private.require_workspaces_left(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select count(*) from public.workspace_members where user_id = p_user_id)
    >= private.limit_value('workspaces.perPerson')
  then
    perform private.raise_error('workspace/too-many');
  end if;
end
$$;

-- Removes a person from a workspace. An account without a workspace gets one of its own.
create function private.end_membership(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.workspace_members where workspace_id = p_workspace_id and user_id = p_user_id;
  perform private.require_owner_left(p_workspace_id);
  perform private.set_up_account(p_user_id, coalesce((select email from auth.users where id = p_user_id), ''));
end
$$;
