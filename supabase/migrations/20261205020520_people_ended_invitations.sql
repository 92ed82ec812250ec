-- Ends the invitations of people whose access or account ends, and those of a thief.

-- As before, and the open invitations of the person's own address: an older one would undo a removal, or give a role back.
create or replace function private.end_invitations_of(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  address text := (select lower(email) from auth.users where id = p_user_id);
begin
  perform private.withdraw_invitation_email(token_hash)
  from public.workspace_invitations
  where workspace_id = p_workspace_id and accepted_by is null and (invited_by = p_user_id or email = address);
  delete from public.workspace_invitations
  where workspace_id = p_workspace_id and accepted_by is null and (invited_by = p_user_id or email = address);
end
$$;

-- As before, and the traces in emails that were sent or failed, in those to others, and of an address that was invited before it changed.
create or replace function private.begin_account_deletion(p_user_id uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  address text := private.address_of(p_user_id);
  locale text := (select ui_locale from public.profiles where id = p_user_id);
begin
  perform private.lock_user(p_user_id);
  update private.account_deletions set started_at = p_now where user_id = p_user_id;
  update public.profiles
  set
    closed_at = p_now, display_name = null, speaks = null, reads = null, ui_locale = null, time_zone = null,
    workspace_id = null, confirmation_emails = false
  where id = p_user_id;
  delete from auth.sessions where user_id = p_user_id;
  delete from auth.identities where user_id = p_user_id;
  delete from auth.one_time_tokens where user_id = p_user_id;
  -- Auth would give a session to whoever proves the address, although the user is deleted.
  update auth.users
  set
    email = null, phone = null, email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
    email_change_token_new = '', email_change_token_current = '', raw_user_meta_data = '{}', deleted_at = now(),
    banned_until = now() + interval '100 years'
  where id = p_user_id;
  perform private.leave_all_workspaces(p_user_id, p_now);
  -- Also in workspaces that the person was only invited to.
  update public.workspace_changes set detail = detail - 'email' - 'address'
  where coalesce(detail ->> 'email', detail ->> 'address') in (
    select address union select email from public.workspace_invitations where accepted_by = p_user_id
  );
  perform private.withdraw_invitation_email(token_hash) from public.workspace_invitations
  where accepted_by is null and (email = address or invited_by = p_user_id);
  delete from public.workspace_invitations where accepted_by is null and (email = address or invited_by = p_user_id);
  delete from private.contact_changes where user_id = p_user_id;
  delete from private.outbox_emails where lease is null and (recipient = address or key like '%' || p_user_id || '%');
  perform private.enqueue_email(format('account-deleted:%s', p_user_id), address, 'account-deleted', locale, '{}');
end
$$;

-- Ends the open invitations by a person in all workspaces. Their emails are not sent any more.
create function private.end_all_invitations_by(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.withdraw_invitation_email(token_hash)
  from public.workspace_invitations where invited_by = p_user_id and accepted_by is null;
  delete from public.workspace_invitations where invited_by = p_user_id and accepted_by is null;
end
$$;

-- As before. "This was not me" also ends invitations: the thief may have made them.
create or replace function private.end_session(p_session_id uuid, p_distrust boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'sessions.changesPerMinute');
  if p_session_id is null then
    perform private.raise_error('request/invalid');
  end if;
  begin
    delete from auth.sessions where id = p_session_id and user_id = caller_id;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  if p_distrust then
    delete from private.known_devices
    where user_id = caller_id
      and device_hash is distinct from (
        select device_hash from private.session_origins where session_id = private.own_session_id()
      );
    perform private.forget_flows(caller_id);
    perform private.end_all_invitations_by(caller_id);
  end if;
end
$$;

-- Counts the deletions that a person requested in a day too: an owner of twenty workspaces sent each member sixty emails.
create or replace function private.require_deletion_requests_left(p_workspace_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.workspace_changes
    where workspace_id = p_workspace_id and action = 'deletion-requested' and at > now() - interval '1 day'
  ) >= private.limit_value('personalData.workspaceRequestsInDay')
    or (
      select count(*) from public.workspace_changes
      where actor = auth.uid() and action = 'deletion-requested' and at > now() - interval '1 day'
    ) >= private.limit_value('personalData.personRequestsInDay')
  then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;
