-- Triggers that turn a guest into an account.

-- Returns a language-neutral name for a new workspace: the display name, else the local part of the address. The
-- domain is never used, because members may be from elsewhere.
create function private.initial_workspace_name(p_display_name text, p_email text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(
    nullif(private.clean_name(p_display_name), ''),
    nullif(
      btrim(
        left(
          private.clean_name(
            initcap(regexp_replace(split_part(split_part(p_email, '@', 1), '+', 1), '[._-]+', ' ', 'g'))
          ),
          private.limit_value('workspaceName.max')::int
        )
      ),
      ''
    ),
    'Parley'
  );
end
$$;

-- Assigns a meeting to an account, so that it no longer expires. An expired meeting stays ended.
create function private.assign_meeting(p_meeting_id uuid, p_user_id uuid, p_workspace_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.meetings
  set
    host = p_user_id,
    workspace_id = coalesce(workspace_id, p_workspace_id),
    ended_at = coalesce(ended_at, case when expires_at <= now() then expires_at end),
    expires_at = null
  where id = p_meeting_id;
end
$$;

-- Creates the account's workspace and moves the meetings that it hosted as a guest there. A repeat changes nothing.
create function private.set_up_account(p_user_id uuid, p_email text) returns void
language plpgsql set search_path = '' as $$
declare
  default_workspace uuid;
begin
  perform private.lock_user(p_user_id);
  default_workspace := private.default_workspace_id(p_user_id);
  if default_workspace is null then
    insert into public.workspaces (name)
    values (
      private.initial_workspace_name((select display_name from public.profiles where id = p_user_id), p_email)
    )
    returning id into default_workspace;
    insert into public.workspace_members (workspace_id, user_id, role) values (default_workspace, p_user_id, 'owner');
  end if;
  perform from public.meetings where host = p_user_id and workspace_id is null order by id for no key update;
  perform private.assign_meeting(id, p_user_id, default_workspace) from public.meetings
  where host = p_user_id and workspace_id is null;
end
$$;

-- An anonymous user becomes an account shortly before the proven address is stored in `email`; until then it is in
-- `email_change`.
create function private.set_up_account_of_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.set_up_account(new.id, coalesce(nullif(new.email, ''), new.email_change, ''));
  return new;
end
$$;

-- Triggers of one event fire in the order of their names: `create_profile` comes before both.
create trigger set_up_new_account
after insert on auth.users
for each row when (not new.is_anonymous)
execute function private.set_up_account_of_user();

create trigger set_up_upgraded_guest
after update of is_anonymous on auth.users
for each row when (old.is_anonymous and not new.is_anonymous)
execute function private.set_up_account_of_user();

select private.set_up_account(id, coalesce(email, '')) from auth.users where not is_anonymous;
