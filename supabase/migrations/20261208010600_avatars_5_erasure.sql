-- Hides the picture of a person with the name. The profile is deleted later, by the last batch.

-- As before, and the picture. Invitations and entries of the address stay if another account has it, as beside one of single sign-on.
create or replace function private.begin_account_deletion(p_user_id uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  address text := private.address_of(p_user_id);
  own_address text := case
    when not exists (select from auth.users where email = address and id <> p_user_id and deleted_at is null) then address
  end;
  locale text := (select ui_locale from public.profiles where id = p_user_id);
begin
  perform private.lock_user(p_user_id);
  update private.account_deletions set started_at = p_now where user_id = p_user_id;
  update public.profiles
  set
    closed_at = p_now, display_name = null, speaks = null, reads = null, ui_locale = null, time_zone = null,
    workspace_id = null, confirmation_emails = false, avatar_id = null
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
    select own_address union select email from public.workspace_invitations where accepted_by = p_user_id
  );
  perform private.withdraw_invitation_email(token_hash) from public.workspace_invitations
  where accepted_by is null and (email = own_address or invited_by = p_user_id);
  delete from public.workspace_invitations where accepted_by is null and (email = own_address or invited_by = p_user_id);
  delete from private.contact_changes where user_id = p_user_id;
  delete from private.outbox_emails where lease is null and (recipient = own_address or key like '%' || p_user_id || '%');
  perform private.enqueue_email(format('account-deleted:%s', p_user_id), address, 'account-deleted', locale, '{}');
end
$$;
