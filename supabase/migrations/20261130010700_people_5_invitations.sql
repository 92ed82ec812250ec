-- Functions that invite people into a workspace.

-- Returns an invitation as admins see it. The token is in no response but that of its creation.
create function private.invitation_json(p_invitation public.workspace_invitations) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_invitation.id,
    'email', p_invitation.email,
    'role', p_invitation.role,
    'invited_by', (select display_name from public.profiles where id = p_invitation.invited_by),
    'created_at', p_invitation.created_at,
    'expires_at', p_invitation.expires_at
  );
end
$$;

create function private.workspace_invitations(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'admin');
  return (
    select coalesce(jsonb_agg(private.invitation_json(invitations) order by created_at, id), '[]')
    from public.workspace_invitations as invitations
    where workspace_id = p_workspace_id and accepted_by is null and expires_at > now()
  );
end
$$;
grant execute on function private.workspace_invitations(uuid) to authenticated;

-- Rejects an email when the person, the workspace or everybody sent too many in a day, because each costs money.
create function private.require_invitation_emails_left(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  since timestamptz := now() - interval '1 day';
begin
  if (select count(*) from public.workspace_changes where detail ? 'email' and at > since and actor = p_user_id)
      >= private.limit_value('workspaces.emailsPerPersonInDay')
    or (select count(*) from public.workspace_changes where detail ? 'email' and at > since and workspace_id = p_workspace_id)
      >= private.limit_value('workspaces.emailsPerWorkspaceInDay')
    or (select count(*) from public.workspace_changes where detail ? 'email' and at > since)
      >= private.limit_value('workspaces.emailsInDay')
  then
    perform private.raise_error('workspace/too-many-emails');
  end if;
end
$$;

-- Deletes the email of an invitation's link, which no longer works, if nobody has sent it.
create function private.withdraw_invitation_email(p_token_hash bytea) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.outbox_emails
  where key = 'invitation:' || encode(p_token_hash, 'hex') and state = 'waiting' and lease is null;
end
$$;

-- Gives an invitation a new token and seven more days, and sends it to its address. Returns it with the token, which makes its
-- link. Earlier links stop working.
create function private.send_invitation(p_invitation_id uuid, p_user_id uuid, p_action text, p_locale text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  invitation public.workspace_invitations;
begin
  perform private.withdraw_invitation_email(token_hash) from public.workspace_invitations where id = p_invitation_id;
  update public.workspace_invitations
  set
    token_hash = sha256(decode(token, 'hex')),
    expires_at = now() + private.limit_interval('workspaces.invitationTtlMs'),
    invited_by = p_user_id
  where id = p_invitation_id
  returning * into invitation;
  if invitation.email is not null then
    perform private.require_invitation_emails_left(invitation.workspace_id, p_user_id);
    perform private.enqueue_email(
      'invitation:' || encode(invitation.token_hash, 'hex'),
      invitation.email,
      'invitation',
      p_locale,
      jsonb_build_object(
        'token', token,
        'workspace', (select name from public.workspaces where id = invitation.workspace_id),
        'inviter', (select display_name from public.profiles where id = p_user_id)
      )
    );
  end if;
  perform private.log_change(
    invitation.workspace_id, p_action, p_user_id, null,
    jsonb_strip_nulls(jsonb_build_object('email', invitation.email, 'role', invitation.role))
  );
  return private.invitation_json(invitation) || jsonb_build_object('token', token);
end
$$;

-- Invites an address, or makes a link for everybody. Another invitation of the same address is replaced. Expired ones go.
create function private.invite_member(
  p_workspace_id uuid, p_invitation_id uuid, p_email text, p_member_role text, p_locale text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  address text := lower(nullif(btrim(private.measured(p_email, 'workspaces.email.max', 'mail/malformed')), ''));
begin
  if p_invitation_id is null
    or p_member_role is null
    or p_member_role not in ('admin', 'member')
    or (address is null and p_member_role <> 'member')
    or (p_locale is not null and not private.is_locale(p_locale))
  then
    perform private.raise_error('request/invalid');
  elsif char_length(address) > private.limit_value('workspaces.email.max')
    or address !~ '^[^@\s<>()\[\]\\,;:"]+@[^@\s<>()\[\]\\,;:"]+\.[^@\s<>()\[\]\\,;:".]+$'
  then
    perform private.raise_error('mail/malformed');
  end if;
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'admin');
  perform private.withdraw_invitation_email(token_hash) from public.workspace_invitations
  where workspace_id = p_workspace_id and email = address and accepted_by is null;
  delete from public.workspace_invitations
  where workspace_id = p_workspace_id and (expires_at <= now() or (email = address and accepted_by is null));
  if exists (
    select from public.workspace_members as members
    join auth.users on users.id = members.user_id
    where members.workspace_id = p_workspace_id and users.email = address
  ) then
    perform private.raise_error('workspace/member-already');
  elsif (select count(*) from public.workspace_invitations where workspace_id = p_workspace_id)
    >= private.limit_value('workspaces.invitations')
  then
    perform private.raise_error('workspace/too-many');
  end if;
  insert into public.workspace_invitations (id, workspace_id, role, email, token_hash, invited_by, expires_at)
  values (
    p_invitation_id, p_workspace_id, p_member_role, address, sha256(convert_to(p_invitation_id::text, 'utf8')), caller_id, now()
  );
  return private.send_invitation(p_invitation_id, caller_id, 'member-invited', p_locale);
exception when unique_violation then
  perform private.raise_error('request/not-allowed');
end
$$;
grant execute on function private.invite_member(uuid, uuid, text, text, text) to authenticated;

-- Returns the invitation, which admins of its workspace may change, with the workspace's lock.
create function private.begin_invitation_change(p_user_id uuid, p_invitation_id uuid) returns public.workspace_invitations
language plpgsql set search_path = '' as $$
declare
  invitation public.workspace_invitations;
begin
  select * into invitation from public.workspace_invitations where id = p_invitation_id;
  if invitation.id is null or private.workspace_role(p_user_id, invitation.workspace_id) is null then
    perform private.raise_error('request/not-found');
  end if;
  perform private.begin_workspace_change(p_user_id, invitation.workspace_id, 'admin');
  select * into invitation from public.workspace_invitations where id = p_invitation_id and accepted_by is null;
  if invitation.id is null then
    perform private.raise_error('request/not-found');
  end if;
  return invitation;
end
$$;

-- Sends an invitation again, or makes another link.
create function private.renew_invitation(p_invitation_id uuid, p_locale text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if p_locale is not null and not private.is_locale(p_locale) then
    perform private.raise_error('request/invalid');
  end if;
  perform private.begin_invitation_change(caller_id, p_invitation_id);
  return private.send_invitation(p_invitation_id, caller_id, 'invitation-renewed', p_locale);
end
$$;
grant execute on function private.renew_invitation(uuid, text) to authenticated;

create function private.revoke_invitation(p_invitation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  invitation public.workspace_invitations := private.begin_invitation_change(caller_id, p_invitation_id);
begin
  perform private.withdraw_invitation_email(invitation.token_hash);
  delete from public.workspace_invitations where id = p_invitation_id;
  perform private.log_change(
    invitation.workspace_id, 'invitation-revoked', caller_id, null,
    jsonb_strip_nulls(jsonb_build_object('role', invitation.role, 'address', invitation.email))
  );
end
$$;
grant execute on function private.revoke_invitation(uuid) to authenticated;

create function public.workspace_invitations(p_workspace_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.workspace_invitations(p_workspace_id)
$$;
grant execute on function public.workspace_invitations(uuid) to authenticated;

create function public.invite_member(
  p_workspace_id uuid, p_invitation_id uuid, p_email text default null, p_member_role text default 'member', p_locale text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.invite_member(p_workspace_id, p_invitation_id, p_email, p_member_role, p_locale)
$$;
grant execute on function public.invite_member(uuid, uuid, text, text, text) to authenticated;

create function public.renew_invitation(p_invitation_id uuid, p_locale text default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.renew_invitation(p_invitation_id, p_locale)
$$;
grant execute on function public.renew_invitation(uuid, text) to authenticated;

create function public.revoke_invitation(p_invitation_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.revoke_invitation(p_invitation_id)
$$;
grant execute on function public.revoke_invitation(uuid) to authenticated;
