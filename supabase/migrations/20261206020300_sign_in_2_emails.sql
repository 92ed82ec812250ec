-- Limits of the emails that Auth sends (decision 032). Auth's hook calls this function before it sends a code.

-- Returns whether Auth's hook may send a code to a mailbox, and counts it. The mailbox of an account has sums of its own, so that
-- strangers cannot use them up. `p_network`: the visitor's, null if Auth does not know it.
create function private.admit_email(p_user_id uuid, p_email text, p_network text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if p_user_id is null or coalesce(p_email, '') = '' or length(p_email) > 320 or length(p_network) > 100 then
    perform private.raise_error('request/invalid');
  end if;
  if exists (
    select from auth.users where id = p_user_id and email = lower(p_email) and email_confirmed_at is not null
  ) then
    return (coalesce(p_network, '') = '' or private.count_sign_in('signIn.accountEmailsOfNetworkInHour', p_network))
      and private.count_sign_in('signIn.accountEmailsInHour', '');
  end if;
  perform private.count_stranger(p_network);
  return (coalesce(p_network, '') = '' or private.count_sign_in('signIn.strangerEmailsOfNetworkInHour', p_network))
    and private.count_sign_in('signIn.strangerEmailsInHour', '');
end
$$;
grant execute on function private.admit_email(uuid, text, text) to service_role;

create function public.admit_email(p_user_id uuid, p_email text, p_network text) returns boolean
language sql security invoker set search_path = '' as $$
  select private.admit_email(p_user_id, p_email, p_network)
$$;
grant execute on function public.admit_email(uuid, text, text) to service_role;
