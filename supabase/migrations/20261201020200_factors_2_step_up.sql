-- Destructive actions need a fresh proof of the person: of the second factor if they have one, else of the sign-in.

-- As before for people without a second factor. For others their session was confirmed by a factor a moment ago.
create or replace function private.has_recent_sign_in(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  since timestamptz := now() - private.limit_interval('personalData.recentSignInMs');
  own_session auth.sessions;
begin
  select * into own_session from auth.sessions
  where id::text = auth.jwt() ->> 'session_id' and user_id = p_user_id;
  if own_session.id is null then
    return false;
  elsif not private.has_second_factor(p_user_id) then
    return own_session.created_at > since;
  end if;
  return own_session.aal >= 'aal2' and exists (
    select from auth.mfa_amr_claims
    where session_id = own_session.id
      and (authentication_method = 'totp' or authentication_method like 'mfa/%')
      and updated_at > since
  );
end
$$;

create function private.require_recent_sign_in(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.has_recent_sign_in(p_user_id) then
    perform private.raise_error('account/sign-in-again');
  end if;
end
$$;

-- As before, and an owner is made only after a fresh proof.
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
    if p_member_role = 'owner' then
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

-- As before, and only after a fresh proof.
create or replace function private.transfer_workspace(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  previous text;
begin
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'owner');
  perform private.require_recent_sign_in(caller_id);
  select role into previous from public.workspace_members
  where workspace_id = p_workspace_id and user_id = p_user_id and private.has_account(p_user_id);
  if previous is null or p_user_id = caller_id then
    perform private.raise_error('request/not-found');
  end if;
  update public.workspace_members
  set role = case user_id when caller_id then 'admin' else 'owner' end
  where workspace_id = p_workspace_id and user_id in (caller_id, p_user_id);
  if previous <> 'owner' then
    perform private.log_change(
      p_workspace_id, 'role-changed', caller_id, p_user_id, jsonb_build_object('from', previous, 'to', 'owner')
    );
  end if;
  perform private.log_change(
    p_workspace_id, 'role-changed', caller_id, caller_id, jsonb_build_object('from', 'owner', 'to', 'admin')
  );
end
$$;
