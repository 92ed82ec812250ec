-- Functions that read and change the members of a workspace.

-- Returns a page of members in the order in which they joined, after the given one. Only admins see addresses.
create function private.workspace_members(p_workspace_id uuid, p_after uuid) returns jsonb
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
    select members.user_id, profiles.display_name, members.role, members.created_at as joined_at,
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
grant execute on function private.workspace_members(uuid, uuid) to authenticated;

-- Returns the membership that somebody with this role may change: owners that of everybody, admins that of members.
create function private.require_changeable_member(p_user_id uuid, p_workspace_id uuid, p_person_id uuid)
returns public.workspace_members
language plpgsql stable set search_path = '' as $$
declare
  membership public.workspace_members;
begin
  select * into membership from public.workspace_members where workspace_id = p_workspace_id and user_id = p_person_id;
  if membership.user_id is null then
    perform private.raise_error('request/not-found');
  elsif membership.role <> 'member' then
    perform private.require_workspace_role(p_user_id, p_workspace_id, 'owner');
  end if;
  return membership;
end
$$;

-- Gives a member another role. Only owners make owners, and one of them remains.
create function private.set_member_role(p_workspace_id uuid, p_user_id uuid, p_member_role text) returns void
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
    update public.workspace_members set role = p_member_role where workspace_id = p_workspace_id and user_id = p_user_id;
    perform private.require_owner_left(p_workspace_id);
    perform private.log_change(
      p_workspace_id, 'role-changed', caller_id, p_user_id, jsonb_build_object('from', membership.role, 'to', p_member_role)
    );
  end if;
end
$$;
grant execute on function private.set_member_role(uuid, uuid, text) to authenticated;

create function private.remove_member(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  membership public.workspace_members;
begin
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'admin');
  membership := private.require_changeable_member(caller_id, p_workspace_id, p_user_id);
  perform private.end_membership(p_workspace_id, p_user_id);
  perform private.log_change(
    p_workspace_id, 'member-removed', caller_id, p_user_id, jsonb_build_object('role', membership.role)
  );
end
$$;
grant execute on function private.remove_member(uuid, uuid) to authenticated;

-- Ends the caller's own membership. The last owner stays.
create function private.leave_workspace(p_workspace_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'member');
  perform private.end_membership(p_workspace_id, caller_id);
  perform private.log_change(p_workspace_id, 'member-left', caller_id, caller_id);
end
$$;
grant execute on function private.leave_workspace(uuid) to authenticated;

-- Makes another member the owner, and the caller an admin.
create function private.transfer_workspace(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  previous text;
begin
  perform private.begin_workspace_change(caller_id, p_workspace_id, 'owner');
  previous := private.workspace_role(p_user_id, p_workspace_id);
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
grant execute on function private.transfer_workspace(uuid, uuid) to authenticated;

create function public.workspace_members(p_workspace_id uuid, p_after uuid default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.workspace_members(p_workspace_id, p_after)
$$;
grant execute on function public.workspace_members(uuid, uuid) to authenticated;

create function public.set_member_role(p_workspace_id uuid, p_user_id uuid, p_member_role text) returns void
language sql security invoker set search_path = '' as $$
  select private.set_member_role(p_workspace_id, p_user_id, p_member_role)
$$;
grant execute on function public.set_member_role(uuid, uuid, text) to authenticated;

create function public.remove_member(p_workspace_id uuid, p_user_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.remove_member(p_workspace_id, p_user_id)
$$;
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create function public.leave_workspace(p_workspace_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.leave_workspace(p_workspace_id)
$$;
grant execute on function public.leave_workspace(uuid) to authenticated;

create function public.transfer_workspace(p_workspace_id uuid, p_user_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.transfer_workspace(p_workspace_id, p_user_id)
$$;
grant execute on function public.transfer_workspace(uuid, uuid) to authenticated;
