-- A member who is invited as an admin can accept.

-- Returns what the page of an invitation shows, also to visitors: the token proves that they were invited. `is_member`: the
-- caller has nothing to accept.
create or replace function private.read_invitation(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invitation public.workspace_invitations := private.find_invitation(p_token);
  own_role text := private.workspace_role((select auth.uid()), invitation.workspace_id);
begin
  return (
    select jsonb_build_object(
      'workspace', workspaces.name,
      'inviter', (select display_name from public.profiles where id = invitation.invited_by),
      'role', invitation.role,
      'email', invitation.email,
      'expires_at', invitation.expires_at,
      'is_member', own_role is not null
        and not (own_role = 'member' and invitation.role = 'admin' and invitation.accepted_by is null)
    )
    from public.workspaces where id = invitation.workspace_id
  );
end
$$;
