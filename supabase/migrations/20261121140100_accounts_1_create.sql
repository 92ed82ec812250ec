-- From guest to account.

-- A first name for a workspace, in no language: the person's own, else what stands before the @ of their address. Never
-- what stands after it: members may be from elsewhere.
create function private.workspace_name(display_name text, mail text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(
    nullif(private.clean_name(display_name), ''),
    nullif(
      btrim(
        left(
          private.clean_name(
            initcap(regexp_replace(split_part(split_part(mail, '@', 1), '+', 1), '[._-]+', ' ', 'g'))
          ),
          private.bound('workspaceName.max')::int
        )
      ),
      ''
    ),
    'Parley'
  );
end
$$;

-- Gives a meeting to an account: it lives on past its day. One whose day had passed stays ended.
create function private.adopt_meeting(which uuid, account uuid, home uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.meetings
  set
    host = account,
    workspace_id = coalesce(workspace_id, home),
    ended_at = coalesce(ended_at, case when expires_at <= now() then expires_at end),
    expires_at = null
  where id = which;
end
$$;

-- An account has a workspace of its own, and the meetings that it hosted as a guest move there. Again it changes nothing.
create function private.settle_account(person uuid, mail text) returns void
language plpgsql set search_path = '' as $$
declare
  home uuid;
begin
  perform private.lock_person(person);
  home := private.first_workspace(person);
  if home is null then
    insert into public.workspaces (name)
    values (
      private.workspace_name((select display_name from public.profiles where id = person), mail)
    )
    returning id into home;
    insert into public.workspace_members (workspace_id, user_id, role) values (home, person, 'owner');
  end if;
  perform from public.meetings where host = person and workspace_id is null order by id for no key update;
  perform private.adopt_meeting(id, person, home) from public.meetings
  where host = person and workspace_id is null;
end
$$;

-- An anonymous user who proves an address gets it a moment after becoming an account: until then it stands in
-- `email_change`.
create function private.settle_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_account(new.id, coalesce(nullif(new.email, ''), new.email_change, ''));
  return new;
end
$$;

-- Triggers of one event fire in the order of their names: `create_profile` comes before both.
create trigger settle_new_account
after insert on auth.users
for each row when (not new.is_anonymous)
execute function private.settle_user();

create trigger settle_former_guest
after update of is_anonymous on auth.users
for each row when (old.is_anonymous and not new.is_anonymous)
execute function private.settle_user();

select private.settle_account(id, coalesce(email, '')) from auth.users where not is_anonymous;
