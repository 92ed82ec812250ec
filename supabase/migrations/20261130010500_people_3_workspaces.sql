-- Functions that create, change and choose workspaces.

create function private.valid_workspace_name(p_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  name text := private.clean_name(private.measured(p_name, 'workspaceName.max', 'request/too-large'));
begin
  if name = '' then
    perform private.raise_error('name/empty');
  elsif char_length(name) > private.limit_value('workspaceName.max') then
    perform private.raise_error('name/too-long');
  end if;
  return name;
end
$$;

-- Creates a workspace that the caller owns. A repeat returns it as it is.
create function private.create_workspace(p_workspace_id uuid, p_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  valid_name text := private.valid_workspace_name(p_name);
begin
  if p_workspace_id is null then
    perform private.raise_error('request/invalid');
  elsif not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  perform private.check_rate_limit(caller_id, 'workspaces.changesPerMinute');
  perform private.lock_user(caller_id);
  if not exists (select from public.workspaces where id = p_workspace_id) then
    perform private.require_workspaces_left(caller_id);
    insert into public.workspaces (id, name) values (p_workspace_id, valid_name);
    insert into public.workspace_members (workspace_id, user_id, role) values (p_workspace_id, caller_id, 'owner');
    perform private.log_change(p_workspace_id, 'workspace-created', caller_id);
  elsif private.workspace_role(caller_id, p_workspace_id) is distinct from 'owner' then
    perform private.raise_error('request/not-allowed');
  end if;
  return private.workspace_json(p_workspace_id, caller_id);
exception when unique_violation then
  perform private.raise_error('request/busy');
end
$$;
grant execute on function private.create_workspace(uuid, text) to authenticated;

-- Returns a workspace as a member sees it.
create function private.workspace_json(p_workspace_id uuid, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', id,
      'name', name,
      'role', private.workspace_role(p_user_id, id),
      'retention_days', retention_days,
      'translation_policy', translation_policy
    )
    from public.workspaces where id = p_workspace_id
  );
end
$$;

-- Returns the caller's workspaces in the order in which they joined. `chosen`: it takes their new meetings.
create function private.my_workspaces() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  chosen_id uuid := private.default_workspace_id(caller_id);
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  return (
    select coalesce(
      jsonb_agg(
        private.workspace_json(workspace_id, caller_id) || jsonb_build_object('chosen', workspace_id = chosen_id)
        order by created_at, workspace_id
      ),
      '[]'
    )
    from public.workspace_members
    where user_id = caller_id and private.has_account(caller_id)
  );
end
$$;
grant execute on function private.my_workspaces() to authenticated;

-- Changes name, retention and translation. Null leaves a value as it is.
create function private.update_workspace(
  p_workspace_id uuid, p_name text, p_retention_days int, p_translation_policy text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  valid_name text := case when p_name is not null then private.valid_workspace_name(p_name) end;
  before public.workspaces;
  after public.workspaces;
begin
  if p_retention_days not between private.limit_value('workspaces.retentionDays.min')
      and private.limit_value('workspaces.retentionDays.max')
    or p_translation_policy not in ('device', 'server', 'off')
  then
    perform private.raise_error('request/invalid');
  end if;
  before := private.begin_workspace_change(caller_id, p_workspace_id, 'admin');
  update public.workspaces
  set
    name = coalesce(valid_name, name),
    retention_days = coalesce(p_retention_days, retention_days),
    translation_policy = coalesce(p_translation_policy, translation_policy)
  where id = p_workspace_id
  returning * into after;
  if after.name <> before.name then
    perform private.log_change(
      p_workspace_id, 'workspace-renamed', caller_id, null, jsonb_build_object('from', before.name, 'to', after.name)
    );
  end if;
  if after.retention_days <> before.retention_days then
    perform private.log_change(
      p_workspace_id, 'retention-changed', caller_id, null,
      jsonb_build_object('from', before.retention_days, 'to', after.retention_days)
    );
  end if;
  if after.translation_policy <> before.translation_policy then
    perform private.log_change(
      p_workspace_id, 'translation-changed', caller_id, null,
      jsonb_build_object('from', before.translation_policy, 'to', after.translation_policy)
    );
  end if;
  return private.workspace_json(p_workspace_id, caller_id);
end
$$;
grant execute on function private.update_workspace(uuid, text, int, text) to authenticated;

-- Chooses the workspace of the caller's new meetings.
create function private.choose_workspace(p_workspace_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'workspaces.changesPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'member');
  update public.profiles set workspace_id = p_workspace_id
  where id = caller_id and workspace_id is distinct from p_workspace_id;
end
$$;
grant execute on function private.choose_workspace(uuid) to authenticated;

create function public.create_workspace(p_workspace_id uuid, p_name text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.create_workspace(p_workspace_id, p_name)
$$;
grant execute on function public.create_workspace(uuid, text) to authenticated;

create function public.my_workspaces() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.my_workspaces()
$$;
grant execute on function public.my_workspaces() to authenticated;

create function public.update_workspace(
  p_workspace_id uuid, p_name text default null, p_retention_days int default null, p_translation_policy text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.update_workspace(p_workspace_id, p_name, p_retention_days, p_translation_policy)
$$;
grant execute on function public.update_workspace(uuid, text, int, text) to authenticated;

create function public.choose_workspace(p_workspace_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.choose_workspace(p_workspace_id)
$$;
grant execute on function public.choose_workspace(uuid) to authenticated;
