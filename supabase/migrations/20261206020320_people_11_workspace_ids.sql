-- A workspace takes no id of a person or a meeting. Emails about confirmations are counted by the id of a workspace, of a guest host, or of a
-- meeting without a host, so an owner could use up those of a guest whose id they chose.

-- As before, but for such an id.
create or replace function private.create_workspace(p_workspace_id uuid, p_name text) returns jsonb
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
    if exists (select from public.profiles where id = p_workspace_id)
      or exists (select from public.meetings where id = p_workspace_id)
    then
      perform private.raise_error('request/invalid');
    end if;
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
