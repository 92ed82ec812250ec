-- Functions of people who were invited into a workspace.

-- Returns the invitation of a token. Unknown, expired, revoked, replaced and used ones have one error.
create function private.find_invitation(p_token text) returns public.workspace_invitations
language plpgsql stable set search_path = '' as $$
declare
  invitation public.workspace_invitations;
begin
  select * into invitation from public.workspace_invitations
  where token_hash = sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'))
    and expires_at > now();
  if invitation.id is null then
    perform private.raise_error('workspace/invitation-refused');
  end if;
  return invitation;
end
$$;

-- Returns what the page of an invitation shows, also to visitors: the token proves that they were invited.
create function private.read_invitation(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invitation public.workspace_invitations := private.find_invitation(p_token);
begin
  return (
    select jsonb_build_object(
      'workspace', workspaces.name,
      'inviter', (select display_name from public.profiles where id = invitation.invited_by),
      'role', invitation.role,
      'email', invitation.email,
      'expires_at', invitation.expires_at,
      'is_member', private.workspace_role((select auth.uid()), workspaces.id) is not null
    )
    from public.workspaces where id = invitation.workspace_id
  );
end
$$;
grant execute on function private.read_invitation(text) to anon, authenticated;

-- Returns whether somebody else used the invitation, or its person was removed since it was made.
create function private.is_used_up(p_invitation public.workspace_invitations, p_user_id uuid, p_role text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_role is null and (
    p_invitation.accepted_by = p_user_id
    or exists (
      select from public.workspace_changes
      where person = p_user_id
        and workspace_id = p_invitation.workspace_id
        and action = 'member-removed'
        and at > p_invitation.expires_at - private.limit_interval('workspaces.invitationTtlMs')
    )
  ) or p_invitation.accepted_by <> p_user_id;
end
$$;

-- Makes the caller a member. A role that they already have stays, unless the invitation gives a higher one. The address of an
-- invitation must be the confirmed one of the caller's account. A repeat of the same person changes nothing.
create function private.accept_invitation(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  invitation public.workspace_invitations;
  previous text;
begin
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  perform private.check_rate_limit(caller_id, 'workspaces.changesPerMinute');
  invitation := private.find_invitation(p_token);
  if invitation.email is not null and not exists (
    select from auth.users where id = caller_id and lower(email) = invitation.email and email_confirmed_at is not null
  ) then
    perform private.raise_error('workspace/other-address');
  end if;
  perform private.lock_user(caller_id);
  begin
    perform from public.workspaces where id = invitation.workspace_id for no key update;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  invitation := private.find_invitation(p_token);
  previous := private.workspace_role(caller_id, invitation.workspace_id);
  if private.is_used_up(invitation, caller_id, previous) then
    perform private.raise_error('workspace/invitation-refused');
  elsif invitation.accepted_by is not null then
    return private.workspace_json(invitation.workspace_id, caller_id);
  elsif previous is null then
    perform private.require_workspaces_left(caller_id);
    if (select count(*) from public.workspace_members where workspace_id = invitation.workspace_id)
      >= private.limit_value('workspaces.members')
    then
      perform private.raise_error('workspace/too-many');
    end if;
    insert into public.workspace_members (workspace_id, user_id, role)
    values (invitation.workspace_id, caller_id, invitation.role);
    perform private.log_change(
      invitation.workspace_id, 'member-joined', caller_id, caller_id, jsonb_build_object('role', invitation.role)
    );
  elsif previous = 'member' and invitation.role = 'admin' then
    update public.workspace_members set role = 'admin'
    where workspace_id = invitation.workspace_id and user_id = caller_id;
    perform private.log_change(
      invitation.workspace_id, 'role-changed', caller_id, caller_id, jsonb_build_object('from', 'member', 'to', 'admin')
    );
  end if;
  if invitation.email is not null then
    update public.workspace_invitations set accepted_by = caller_id where id = invitation.id and accepted_by is null;
  end if;
  return private.workspace_json(invitation.workspace_id, caller_id);
end
$$;
grant execute on function private.accept_invitation(text) to authenticated;

create function public.read_invitation(p_token text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.read_invitation(p_token)
$$;
grant execute on function public.read_invitation(text) to anon, authenticated;

create function public.accept_invitation(p_token text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.accept_invitation(p_token)
$$;
grant execute on function public.accept_invitation(text) to authenticated;
