-- The home page names the workspaces that are closed to the caller until they turn on two-factor authentication.

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
            'locked', not private.meets_sign_in_policy(caller_id, workspaces.id)
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
