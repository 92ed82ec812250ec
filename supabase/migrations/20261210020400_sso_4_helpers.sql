-- As before, without those whom the policies of their workspace keep out: they cannot answer.
create or replace function private.factor_reset_helpers(p_user_id uuid) returns setof public.workspace_members
language plpgsql stable set search_path = '' as $$
begin
  return query
    select helpers.*
    from public.workspace_members as own
    cross join lateral (
      select * from public.workspace_members as other
      where other.workspace_id = own.workspace_id
        and other.user_id <> p_user_id
        and private.meets_sign_in_policy(other.user_id, other.workspace_id)
        and (other.role = 'owner' or other.role = 'admin' and own.role <> 'owner')
      order by other.role desc, other.user_id
      limit private.limit_value('factorResets.emailsPerWorkspace')
    ) as helpers
    where own.user_id = p_user_id;
end
$$;
