-- A permit to add a second factor fits that factor only. A thief with an older session waited for the owner's permit, and had a factor of
-- their own verified with it.

drop function public.allow_new_factor();
drop function private.allow_new_factor();

-- Permits the caller to add this second factor at Auth, within a moment.
create function private.allow_new_factor(p_factor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'passwords.changesPerMinute');
  if p_factor_id is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_recent_sign_in(caller_id);
  perform private.permit_change(caller_id, 'factor', p_factor_id::text);
end
$$;
grant execute on function private.allow_new_factor(uuid) to authenticated;

create function public.allow_new_factor(p_factor_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.allow_new_factor(p_factor_id)
$$;
grant execute on function public.allow_new_factor(uuid) to authenticated;

-- As before, with a permit for this factor.
create or replace function private.guard_new_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.use_permit(new.user_id, 'factor', new.id::text) then
    raise exception 'a new second factor needs a permit';
  end if;
  return new;
end
$$;
