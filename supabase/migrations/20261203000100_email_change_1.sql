-- Functions with which a person changes their email address. Auth sends a code to both addresses and stores the new one; these decide
-- who may begin (decision 052).

-- Permits the caller to begin the change to this address at Auth, within a moment.
create function private.allow_email_change(p_email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  if p_email is null
    or length(p_email) not between private.limit_value('workspaces.email.min') and private.limit_value('workspaces.email.max')
  then
    perform private.raise_error('mail/malformed');
  end if;
  perform private.require_recent_sign_in(caller_id);
  perform private.permit_change(caller_id, 'email', p_email);
end
$$;
grant execute on function private.allow_email_change(text) to authenticated;

-- Returns whether the caller's last sign-in, or second factor, is recent enough for what needs a fresh proof.
create function private.has_recent_proof() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  return private.has_recent_sign_in(caller_id);
end
$$;
grant execute on function private.has_recent_proof() to authenticated;

create function public.allow_email_change(p_email text) returns void
language sql security invoker set search_path = '' as $$
  select private.allow_email_change(p_email)
$$;
grant execute on function public.allow_email_change(text) to authenticated;

create function public.has_recent_proof() returns boolean
language sql volatile security invoker set search_path = '' as $$
  select private.has_recent_proof()
$$;
grant execute on function public.has_recent_proof() to authenticated;

-- Refuses an address that an account begins to change to without a permit, also by a request to Auth itself. A guest has no address.
create function private.guard_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.use_permit(new.id, 'email', new.email_change) then
    raise exception 'a change of the address needs a permit';
  end if;
  return new;
end
$$;

create trigger guard_email_change
before update of email_change on auth.users
for each row when (
  old.email <> ''
  and not old.is_anonymous
  and new.email_change <> ''
  and new.email_change is distinct from old.email_change
)
execute function private.guard_email_change();
