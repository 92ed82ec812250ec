-- As before, but somebody whom the policies of a workspace let in inherits it first. An owner is exempt from single sign-on, so the oldest member
-- who was kept out would have got everything of it.
create or replace function private.leave_all_workspaces(p_user_id uuid, p_now timestamptz) returns void
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
        order by private.meets_sign_in_policy(user_id, own_workspace_id) desc, role = 'admin' desc, created_at, user_id
        limit 1;
        update public.workspace_members set role = 'owner' where workspace_id = own_workspace_id and user_id = heir_id;
        perform private.log_change(own_workspace_id, 'role-changed', null, heir_id, '{"to": "owner"}');
      end if;
      perform private.log_change(own_workspace_id, 'member-left', null);
    end if;
  end loop;
end
$$;
