-- Functions with which an admin answers a request for a reset, and the step of `sweep` that carries it out.

-- Returns the members of a workspace who ask for a reset, at most as many as a page has members.
create function private.workspace_factor_resets(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'admin');
  return (
    select coalesce(jsonb_agg(to_jsonb(asked) order by asked.requested_at), '[]')
    from (
      select members.user_id, profiles.display_name, users.email, members.role, resets.requested_at, resets.due_at
      from private.factor_resets as resets
      join public.workspace_members as members on members.user_id = resets.user_id and members.workspace_id = p_workspace_id
      join public.profiles on profiles.id = members.user_id
      join auth.users on users.id = members.user_id
      where members.user_id <> caller_id
        and (resets.due_at is not null or resets.requested_at > now() - private.limit_interval('factorResets.answerMs'))
      order by resets.requested_at
      limit private.limit_value('workspaces.membersPerPage')
    ) as asked
  );
end
$$;
grant execute on function private.workspace_factor_resets(uuid) to authenticated;

-- Returns the least role with which somebody approves a reset for a member of a workspace. Only an owner helps an owner. Null: no member.
create function private.factor_reset_role(p_user_id uuid, p_workspace_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case role when 'owner' then 'owner' else 'admin' end
    from public.workspace_members where workspace_id = p_workspace_id and user_id = p_user_id
  );
end
$$;

-- Approves or declines the request of a member. An approval that is declined later ends too.
create function private.answer_factor_reset(p_workspace_id uuid, p_user_id uuid, p_approved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  required_role text := private.factor_reset_role(p_user_id, p_workspace_id);
  reset private.factor_resets;
  address text;
begin
  if p_approved is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.begin_workspace_change(caller_id, p_workspace_id, coalesce(required_role, 'admin'));
  perform private.require_recent_sign_in(caller_id);
  perform private.lock_user(p_user_id);
  reset := private.open_factor_reset(p_user_id);
  if required_role is null or reset.user_id is null or p_user_id = caller_id then
    perform private.raise_error('request/not-found');
  end if;
  select email into address from auth.users where id = p_user_id;
  if not p_approved then
    delete from private.factor_resets where user_id = p_user_id;
    perform private.log_change(p_workspace_id, 'factor-reset-declined', caller_id, p_user_id);
    perform private.announce_change(p_user_id, address, 'factor-reset-declined', address);
  elsif reset.due_at is null then
    update private.factor_resets
    set due_at = now() + private.limit_interval('factorResets.waitMs'), approved_by = caller_id, approved_in = p_workspace_id
    where user_id = p_user_id;
    perform private.log_change(p_workspace_id, 'factor-reset-approved', caller_id, p_user_id);
    perform private.announce_change(p_user_id, address, 'factor-reset-approved', address);
  end if;
end
$$;
grant execute on function private.answer_factor_reset(uuid, uuid, boolean) to authenticated;

-- Removes the factors whose reset is due, and all sessions of their owners. An approval ends without that if its admin could not give
-- it any more; other admins can. Deletes requests that nobody answered.
create function private.sweep_factor_resets(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  batch_size int := least(p_limit, 50);
  handled int := 0;
  due private.factor_resets;
begin
  deleted := 0;
  for due in
    select * from private.factor_resets where due_at <= p_now order by due_at limit batch_size for update skip locked
  loop
    handled := handled + 1;
    if private.has_workspace_role(due.approved_by, due.approved_in, private.factor_reset_role(due.user_id, due.approved_in)) then
      -- The log may be full for today. The reset does not depend on it.
      insert into public.workspace_changes (workspace_id, action, actor, person)
      select workspace_id, 'factor-reset-done', due.user_id, due.user_id from public.workspace_members where user_id = due.user_id;
      delete from auth.mfa_factors where user_id = due.user_id;
      delete from auth.sessions where user_id = due.user_id;
      delete from private.factor_resets where user_id = due.user_id;
      deleted := deleted + 1;
    else
      update private.factor_resets set due_at = null, approved_by = null, approved_in = null where user_id = due.user_id;
    end if;
  end loop;
  delete from private.factor_resets
  where user_id in (
    select user_id from private.factor_resets
    where due_at is null and requested_at <= p_now - private.limit_interval('factorResets.answerMs')
    order by requested_at
    limit batch_size
    for update skip locked
  );
  next := case when handled = batch_size then '{}'::jsonb end;
end
$$;
