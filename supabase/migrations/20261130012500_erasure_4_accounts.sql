-- Begins the deletion of accounts, whose week is over.

-- Returns the nameless user of a deletion. `sweep_users` deletes such a user when no line or file is left.
create function private.mark_of_deleted_account(p_user_id uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_mark_id uuid := (select mark_id from private.account_deletions where user_id = p_user_id);
begin
  if v_mark_id is not null then
    return v_mark_id;
  end if;
  v_mark_id := gen_random_uuid();
  -- Auth reads these texts as not null. A ban ends no session, because there is none, and allows none.
  insert into auth.users (
    instance_id, id, aud, role, is_anonymous, confirmation_token, recovery_token, email_change_token_new, email_change,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until, deleted_at
  )
  values (
    '00000000-0000-0000-0000-000000000000', v_mark_id, 'authenticated', 'authenticated', true, '', '', '', '',
    '{}', '{}', now(), now(), now() + interval '100 years', now()
  );
  update public.profiles set closed_at = now() where id = v_mark_id;
  update private.account_deletions set mark_id = v_mark_id where user_id = p_user_id;
  return v_mark_id;
end
$$;

-- Takes the person out of their workspaces. A workspace of one goes with its member. Of others, the oldest admin or else the
-- oldest member becomes the owner, if there is none: people may have joined after the request.
create function private.leave_all_workspaces(p_user_id uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  own_workspace_id uuid;
  heir_id uuid;
begin
  for own_workspace_id in
    select workspace_id from public.workspace_members where user_id = p_user_id order by workspace_id
  loop
    perform from public.workspaces where id = own_workspace_id for no key update;
    delete from public.workspace_members where workspace_id = own_workspace_id and user_id = p_user_id;
    if not exists (select from public.workspace_members where workspace_id = own_workspace_id) then
      insert into private.workspace_deletions (workspace_id, delete_at, is_informed) values (own_workspace_id, p_now, true)
      on conflict (workspace_id) do update set delete_at = least(workspace_deletions.delete_at, excluded.delete_at);
    else
      if not exists (
        select from public.workspace_members where workspace_id = own_workspace_id and role = 'owner'
      ) then
        select user_id into heir_id from public.workspace_members
        where workspace_id = own_workspace_id
        order by role = 'admin' desc, created_at, user_id
        limit 1;
        update public.workspace_members set role = 'owner' where workspace_id = own_workspace_id and user_id = heir_id;
        perform private.log_change(own_workspace_id, 'role-changed', null, heir_id, '{"to": "owner"}');
      end if;
      perform private.log_change(own_workspace_id, 'member-left', null);
    end if;
  end loop;
end
$$;

-- Begins the deletion: the address is free and gets a last email, every session ends, and nobody sees the person in a workspace any
-- more. The next batches end their peers.
create function private.begin_account_deletion(p_user_id uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  address text := (select lower(email) from auth.users where id = p_user_id);
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
  where coalesce(detail ->> 'email', detail ->> 'address') = address;
  perform private.withdraw_invitation_email(token_hash) from public.workspace_invitations
  where accepted_by is null and (email = address or invited_by = p_user_id);
  delete from public.workspace_invitations where accepted_by is null and (email = address or invited_by = p_user_id);
  delete from private.outbox_emails where recipient = address and state = 'waiting' and lease is null;
  perform private.enqueue_email(format('account-deleted:%s', p_user_id), address, 'account-deleted', locale, '{}');
end
$$;
