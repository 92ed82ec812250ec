-- A link of an invitation no longer shows the invited address to whoever has it, only whether it is the caller's own.

create or replace function private.read_invitation(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invitation public.workspace_invitations := private.find_invitation(p_token);
  caller_id uuid := (select auth.uid());
  own_role text := private.workspace_role(caller_id, invitation.workspace_id);
begin
  return (
    select jsonb_build_object(
      'workspace', workspaces.name,
      'inviter', (select display_name from public.profiles where id = invitation.invited_by),
      'role', invitation.role,
      'is_for_caller', invitation.email is null or exists (
        select from auth.users where id = caller_id and lower(email) = invitation.email and email_confirmed_at is not null
      ),
      'expires_at', invitation.expires_at,
      'is_member', own_role is not null
        and not (own_role = 'member' and invitation.role = 'admin' and invitation.accepted_by is null)
    )
    from public.workspaces where id = invitation.workspace_id
  );
end
$$;
