-- Asks for a fresh proof before what outlives a stolen session: a new admin, earlier deletion of calls, a policy that ends.

-- As before, with a fresh proof for an admin.
create or replace function private.invite_member(
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
  if p_member_role = 'admin' then
    perform private.require_recent_sign_in(caller_id);
  end if;
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

-- As before, with a fresh proof for an admin's invitation.
create or replace function private.renew_invitation(p_invitation_id uuid, p_locale text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  invitation public.workspace_invitations;
begin
  if p_locale is not null and not private.is_locale(p_locale) then
    perform private.raise_error('request/invalid');
  end if;
  invitation := private.begin_invitation_change(caller_id, p_invitation_id);
  if invitation.role = 'admin' then
    perform private.require_recent_sign_in(caller_id);
  end if;
  return private.send_invitation(p_invitation_id, caller_id, 'invitation-renewed', p_locale);
end
$$;

-- As before, with a fresh proof whenever a role is raised.
create or replace function private.set_member_role(p_workspace_id uuid, p_user_id uuid, p_member_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  membership public.workspace_members;
begin
  if p_member_role is null or p_member_role not in ('owner', 'admin', 'member') then
    perform private.raise_error('request/invalid');
  end if;
  perform private.begin_workspace_change(caller_id, p_workspace_id, case p_member_role when 'owner' then 'owner' else 'admin' end);
  membership := private.require_changeable_member(caller_id, p_workspace_id, p_user_id);
  if membership.role <> p_member_role then
    if membership.role = 'member' or p_member_role = 'owner' then
      perform private.require_recent_sign_in(caller_id);
    end if;
    update public.workspace_members set role = p_member_role where workspace_id = p_workspace_id and user_id = p_user_id;
    perform private.require_owner_left(p_workspace_id);
    if p_member_role = 'member' then
      perform private.end_invitations_of(p_workspace_id, p_user_id);
    end if;
    perform private.log_change(
      p_workspace_id, 'role-changed', caller_id, p_user_id, jsonb_build_object('from', membership.role, 'to', p_member_role)
    );
  end if;
end
$$;

-- As before, with a fresh proof for fewer days: the next sweep deletes all older calls.
create or replace function private.update_workspace(
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
  if p_retention_days < before.retention_days then
    perform private.require_recent_sign_in(caller_id);
  end if;
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

-- As before, with a fresh proof before the policy ends.
create or replace function private.require_two_factor(p_workspace_id uuid, p_required boolean) returns jsonb
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
      perform private.require_recent_sign_in(caller_id);
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
