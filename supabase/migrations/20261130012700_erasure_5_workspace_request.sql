-- Functions that request and withdraw the deletion of a workspace.

-- Returns a workspace as a member sees it.
create or replace function private.workspace_json(p_workspace_id uuid, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', id,
      'name', name,
      'role', private.workspace_role(p_user_id, id),
      'retention_days', retention_days,
      'translation_policy', translation_policy,
      'delete_at', (select delete_at from private.workspace_deletions where workspace_id = id)
    )
    from public.workspaces where id = p_workspace_id
  );
end
$$;

-- Rejects a further request on the same day, because each one sends an email to every member. Looks at the last changes only.
create function private.require_deletion_requests_left(p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.workspace_changes
    where workspace_id = p_workspace_id and action = 'deletion-requested' and at > now() - interval '1 day'
  ) >= private.limit_value('personalData.workspaceRequestsInDay')
  then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;

-- Requests the deletion of a workspace after a week. `p_name` repeats its name. A repeat changes nothing.
create function private.request_workspace_deletion(p_workspace_id uuid, p_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  typed text := private.clean_name(private.measured(p_name, 'workspaceName.max', 'request/invalid'));
  workspace public.workspaces := private.begin_workspace_change(caller_id, p_workspace_id, 'owner');
begin
  if not private.has_recent_sign_in(caller_id) then
    perform private.raise_error('account/sign-in-again');
  elsif typed is distinct from workspace.name then
    perform private.raise_error('request/invalid');
  end if;
  if not exists (select from private.workspace_deletions where workspace_id = p_workspace_id) then
    perform private.require_deletion_requests_left(p_workspace_id);
    insert into private.workspace_deletions (workspace_id, requested_by, delete_at)
    values (p_workspace_id, caller_id, now() + private.limit_interval('personalData.deletionGraceMs'));
    perform private.log_change(p_workspace_id, 'deletion-requested', caller_id);
  end if;
  return private.workspace_json(p_workspace_id, caller_id);
end
$$;
grant execute on function private.request_workspace_deletion(uuid, text) to authenticated;

-- Withdraws the request, for any owner. It is too late once `sweep` has begun.
create function private.cancel_workspace_deletion(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  deletion private.workspace_deletions;
begin
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'owner');
  begin
    delete from private.workspace_deletions where workspace_id = p_workspace_id and started_at is null returning * into deletion;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if found then
    delete from private.outbox_emails
    where state = 'waiting' and lease is null and starts_with(key, private.workspace_deletion_key(deletion));
    perform private.log_change(p_workspace_id, 'deletion-withdrawn', caller_id);
  elsif exists (select from private.workspace_deletions where workspace_id = p_workspace_id) then
    perform private.raise_error('request/not-found');
  end if;
  return private.workspace_json(p_workspace_id, caller_id);
end
$$;
grant execute on function private.cancel_workspace_deletion(uuid) to authenticated;

create function public.request_workspace_deletion(p_workspace_id uuid, p_name text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.request_workspace_deletion(p_workspace_id, p_name)
$$;
grant execute on function public.request_workspace_deletion(uuid, text) to authenticated;

create function public.cancel_workspace_deletion(p_workspace_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.cancel_workspace_deletion(p_workspace_id)
$$;
grant execute on function public.cancel_workspace_deletion(uuid) to authenticated;
