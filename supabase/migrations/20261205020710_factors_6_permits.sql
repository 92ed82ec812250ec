-- New recovery codes, and the removal of a second factor, need a permit that follows a fresh proof, as a new factor does. Auth looks at
-- the level of the session only, so a token from before the second step did both once its owner had taken that step.

alter table private.credential_permits drop constraint credential_permits_credential_check;
alter table private.credential_permits add constraint credential_permits_credential_check
check (credential in ('password', 'email', 'factor', 'identity', 'recovery-codes', 'factor-removal'));

-- Permits the caller to create or replace recovery codes at Auth, within a moment.
create function private.allow_recovery_codes() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  perform private.require_recent_sign_in(caller_id);
  perform private.permit_change(caller_id, 'recovery-codes', '');
end
$$;
grant execute on function private.allow_recovery_codes() to authenticated;

create function public.allow_recovery_codes() returns void
language sql security invoker set search_path = '' as $$
  select private.allow_recovery_codes()
$$;
grant execute on function public.allow_recovery_codes() to authenticated;

-- Rejects recovery codes without a permit. The first code of a transaction uses it up, because Auth stores them one after another.
create function private.guard_new_recovery_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner auth.users;
begin
  if exists (
    select from auth.mfa_recovery_codes
    where mfa_recovery_code_set_id = new.mfa_recovery_code_set_id and xmin = pg_current_xact_id()::xid
  ) then
    return new;
  end if;
  select users.* into owner from auth.mfa_recovery_code_sets as sets
  join auth.users on users.id = sets.user_id
  where sets.id = new.mfa_recovery_code_set_id;
  if owner.id is null or not private.use_permit(owner.id, 'recovery-codes', '') then
    raise exception 'new recovery codes need a permit';
  elsif private.notice_recipient(owner.id) is not null then
    perform private.announce_change(owner.id, private.notice_recipient(owner.id), 'recovery-codes-created', '');
  end if;
  return new;
end
$$;

-- Creates the trigger on the table of Auth, if its version has recovery codes. After an update of an older Auth an operator calls it again.
create function private.protect_recovery_codes() returns boolean
language plpgsql set search_path = '' as $$
begin
  if to_regclass('auth.mfa_recovery_codes') is null then
    return false;
  elsif not exists (select from pg_catalog.pg_trigger where tgname = 'guard_new_recovery_code') then
    create trigger guard_new_recovery_code
    before insert on auth.mfa_recovery_codes
    for each row execute function private.guard_new_recovery_code();
  end if;
  return true;
end
$$;

select private.protect_recovery_codes();

-- Permits the caller to remove this second factor at Auth, within a moment.
create function private.allow_factor_removal(p_factor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  perform private.require_recent_sign_in(caller_id);
  if not exists (select from auth.mfa_factors where id = p_factor_id and user_id = caller_id and status = 'verified') then
    perform private.raise_error('request/not-found');
  end if;
  perform private.permit_change(caller_id, 'factor-removal', p_factor_id::text);
end
$$;
grant execute on function private.allow_factor_removal(uuid) to authenticated;

create function public.allow_factor_removal(p_factor_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.allow_factor_removal(p_factor_id)
$$;
grant execute on function public.allow_factor_removal(uuid) to authenticated;

-- Rejects the removal of a factor without a permit, also at Auth itself. The deletion of an account needs none.
create function private.guard_removed_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.users where id = old.user_id and deleted_at is null)
    and not private.use_permit(old.user_id, 'factor-removal', old.id::text)
  then
    raise exception 'the removal of a second factor needs a permit';
  end if;
  return old;
end
$$;

create trigger guard_removed_factor
before delete on auth.mfa_factors
for each row when (old.status = 'verified')
execute function private.guard_removed_factor();

-- Removes all second factors of a user: a reset that is due, or an operator.
create function private.remove_factors(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  factor_id uuid;
begin
  for factor_id in select id from auth.mfa_factors where user_id = p_user_id for update loop
    perform private.permit_change(p_user_id, 'factor-removal', factor_id::text);
    delete from auth.mfa_factors where id = factor_id;
  end loop;
  delete from private.credential_permits where user_id = p_user_id and credential = 'factor-removal';
end
$$;

-- As before, with permits for the factors.
create or replace function private.sweep_factor_resets(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
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
      perform private.remove_factors(due.user_id);
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
