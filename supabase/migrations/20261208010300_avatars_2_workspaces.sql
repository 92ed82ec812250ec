-- Avatars of workspaces, which admins set, and avatars of members.

alter table public.workspaces
  add column avatar_id uuid,
  -- Offers of the day in UTC.
  add column avatar_day date,
  add column avatar_offers int not null default 0;
create unique index workspaces_avatar_id_idx on public.workspaces (avatar_id) where avatar_id is not null;

alter table public.workspace_changes drop constraint workspace_changes_action_check;
alter table public.workspace_changes add constraint workspace_changes_action_check check (
  action in (
    'workspace-created', 'workspace-renamed', 'retention-changed', 'translation-changed', 'two-factor-changed', 'member-invited',
    'invitation-renewed', 'invitation-revoked', 'member-joined', 'role-changed', 'member-removed', 'member-left',
    'deletion-requested', 'deletion-withdrawn', 'factor-reset-asked', 'factor-reset-approved', 'factor-reset-declined',
    'factor-reset-done', 'picture-changed', 'picture-removed'
  )
);

-- Permits one upload and returns the id of the new avatar: of the caller, or of a workspace. Counts it, because each upload
-- costs Storage.
create function private.offer_avatar(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  today date := (now() at time zone 'UTC')::date;
  offers int;
begin
  perform private.check_rate_limit(caller_id, 'avatars.changesPerMinute');
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  if p_workspace_id is null then
    update public.profiles
    set avatar_offers = case when avatar_day = today then avatar_offers else 0 end + 1, avatar_day = today
    where id = caller_id
    returning avatar_offers into offers;
  else
    perform private.begin_workspace_change(caller_id, p_workspace_id, 'admin');
    update public.workspaces
    set avatar_offers = case when avatar_day = today then avatar_offers else 0 end + 1, avatar_day = today
    where id = p_workspace_id
    returning avatar_offers into offers;
  end if;
  if offers > private.limit_value('avatars.changesInDay') then
    perform private.raise_error('file/quota');
  end if;
  return jsonb_build_object('id', gen_random_uuid());
end
$$;
grant execute on function private.offer_avatar(uuid) to authenticated;

create function public.offer_avatar(p_workspace_id uuid default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.offer_avatar(p_workspace_id)
$$;
grant execute on function public.offer_avatar(uuid) to authenticated;

-- Stores the id of a workspace's avatar, or null, and logs the change. Returns the former id.
create function private.change_workspace_avatar(p_user_id uuid, p_workspace_id uuid, p_avatar_id uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  before public.workspaces := private.begin_workspace_change(p_user_id, p_workspace_id, 'admin');
begin
  if before.avatar_id is distinct from p_avatar_id then
    update public.workspaces set avatar_id = p_avatar_id where id = p_workspace_id;
    perform private.log_change(
      p_workspace_id, case when p_avatar_id is null then 'picture-removed' else 'picture-changed' end, p_user_id
    );
  end if;
  return before.avatar_id;
end
$$;

-- Shows a stored avatar. Returns the id of the replaced one, whose bytes the function removes.
create function private.store_avatar(p_user_id uuid, p_avatar_id uuid, p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  replaced_id uuid;
begin
  if p_avatar_id is null then
    perform private.raise_error('request/not-allowed');
  elsif p_workspace_id is not null then
    -- An admin may have lost the role since the offer.
    replaced_id := private.change_workspace_avatar(p_user_id, p_workspace_id, p_avatar_id);
  else
    -- The account may be deleted since the offer.
    select avatar_id into replaced_id from public.profiles where id = p_user_id and closed_at is null for update;
    if not found or not private.has_account(p_user_id) then
      perform private.raise_error('request/not-allowed');
    end if;
    update public.profiles set avatar_id = p_avatar_id, updated_at = now() where id = p_user_id;
  end if;
  return jsonb_build_object('replaced', replaced_id);
end
$$;
grant execute on function private.store_avatar(uuid, uuid, uuid) to service_role;

create function public.store_avatar(p_user_id uuid, p_avatar_id uuid, p_workspace_id uuid default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.store_avatar(p_user_id, p_avatar_id, p_workspace_id)
$$;
grant execute on function public.store_avatar(uuid, uuid, uuid) to service_role;

-- Shows the initials again: the caller's, or those of a workspace. Returns the id of the former avatar, or null.
create function private.remove_avatar(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  replaced_id uuid;
begin
  perform private.check_rate_limit(caller_id, 'avatars.changesPerMinute');
  if p_workspace_id is null then
    select avatar_id into replaced_id from public.profiles where id = caller_id for update;
    update public.profiles set avatar_id = null, updated_at = now() where id = caller_id and avatar_id is not null;
  else
    replaced_id := private.change_workspace_avatar(caller_id, p_workspace_id, null);
  end if;
  return jsonb_build_object('replaced', replaced_id);
end
$$;
grant execute on function private.remove_avatar(uuid) to authenticated;

create function public.remove_avatar(p_workspace_id uuid default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.remove_avatar(p_workspace_id)
$$;
grant execute on function public.remove_avatar(uuid) to authenticated;

-- Returns names of objects that nobody shows: replaced, removed, of deleted accounts and workspaces, and of uploads that
-- never ended.
create function private.orphaned_avatars() returns text[]
language plpgsql security definer set search_path = '' as $$
begin
  return array(
    select objects.name
    from storage.objects
    where bucket_id = 'avatars'
      and created_at < now() - private.limit_interval('avatars.unusedTtlMs')
      and not exists (select from public.profiles where avatar_id = private.avatar_of_object(objects.name))
      and not exists (select from public.workspaces where avatar_id = private.avatar_of_object(objects.name))
    order by created_at
    limit private.limit_value('filesPerSweep')
  );
end
$$;
grant execute on function private.orphaned_avatars() to service_role;

create function public.orphaned_avatars() returns text[]
language sql security invoker set search_path = '' as $$
  select private.orphaned_avatars()
$$;
grant execute on function public.orphaned_avatars() to service_role;

-- As before, with the avatar.
create or replace function private.workspace_json(p_workspace_id uuid, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', id,
      'name', name,
      'avatar', avatar_id,
      'role', private.membership_role(p_user_id, id),
      'retention_days', retention_days,
      'translation_policy', translation_policy,
      'two_factor', exists (select from private.two_factor_workspaces where workspace_id = id),
      'locked', not private.meets_sign_in_policy(p_user_id, id),
      'delete_at', (select delete_at from private.workspace_deletions where workspace_id = id)
    )
    from public.workspaces where id = p_workspace_id
  );
end
$$;

-- As before, with the avatars.
create or replace function private.workspace_members(p_workspace_id uuid, p_after uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  page_size int := private.limit_value('workspaces.membersPerPage');
  sees_addresses boolean := private.has_workspace_role(caller_id, p_workspace_id, 'admin');
  after public.workspace_members;
  members jsonb;
  has_more boolean;
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'member');
  select * into after from public.workspace_members where workspace_id = p_workspace_id and user_id = p_after;
  if p_after is not null and after.user_id is null then
    perform private.raise_error('request/not-found');
  end if;
  select coalesce(jsonb_agg(to_jsonb(page)), '[]') into members
  from (
    select members.user_id, profiles.display_name, profiles.avatar_id as avatar, members.role, members.created_at as joined_at,
      case when sees_addresses then users.email end as email
    from public.workspace_members as members
    join public.profiles on profiles.id = members.user_id
    join auth.users on users.id = members.user_id
    where members.workspace_id = p_workspace_id
      and (members.created_at, members.user_id) > (
        coalesce(after.created_at, '-infinity'), coalesce(after.user_id, '00000000-0000-0000-0000-000000000000')
      )
    order by members.created_at, members.user_id
    limit page_size + 1
  ) as page;
  has_more := jsonb_array_length(members) > page_size;
  members := members - page_size;
  return jsonb_build_object('members', members, 'next', case when has_more then members -> -1 -> 'user_id' end);
end
$$;
