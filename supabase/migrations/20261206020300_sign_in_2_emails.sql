-- Limits of the emails that Auth sends (decision 032). Auth's hook calls this function before it sends a code.

-- Returns whether a network, a mailbox, and strangers or accounts together may get another email, and counts it. A network comes first, so
-- that one above its limit uses up no mailbox, and the project last, so that one mailbox uses up nothing of the others. `p_limits`: the
-- beginning of the limits' names. `p_in_day`: how many emails of this kind the operator allows in a day, null for any number.
create function private.count_email(p_limits text, p_email text, p_network text, p_in_day bigint, p_network_in_day bigint) returns boolean
language plpgsql set search_path = '' as $$
declare
  mailbox text := lower(p_email);
begin
  if coalesce(p_network, '') <> '' then
    if not private.count_sign_in(p_limits || 'EmailsOfNetworkInHour', p_network)
      or p_in_day is not null and not private.count_sign_in(p_limits || 'EmailsOfNetworkInDay', p_network, p_network_in_day)
    then
      return false;
    end if;
  end if;
  return private.count_sign_in('signIn.emailsOfMailboxInHour', mailbox)
    and private.count_sign_in('signIn.emailsOfMailboxInDay', mailbox)
    and private.count_sign_in(p_limits || 'EmailsInHour', '')
    and (p_in_day is null or private.count_sign_in(p_limits || 'EmailsInDay', '', p_in_day));
end
$$;

-- Returns whether Auth's hook may send a code to a mailbox, and counts it. The mailbox of an account has sums of its own, so that
-- strangers cannot use them up. `p_network`: the visitor's, null if Auth does not know it. `p_in_day`: how many codes the operator's
-- provider sends in a day, null or 0 if it has no such limit. Strangers and accounts have half of it each.
create function private.admit_email(p_user_id uuid, p_email text, p_network text, p_in_day int default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  half bigint;
begin
  if p_user_id is null or coalesce(p_email, '') = '' or length(p_email) > 320 or length(p_network) > 100 or p_in_day < 0 then
    perform private.raise_error('request/invalid');
  end if;
  if p_in_day > 0 then
    half := greatest(1, p_in_day / 2);
  end if;
  if exists (
    select from auth.users where id = p_user_id and email = lower(p_email) and email_confirmed_at is not null
  ) then
    return private.count_email(
      'signIn.account', p_email, p_network, half, greatest(1, half / private.limit_value('signIn.accountNetworksInDay'))
    );
  end if;
  perform private.count_stranger(p_network);
  return private.count_email(
    'signIn.stranger', p_email, p_network, half, greatest(1, half / private.limit_value('signIn.strangerNetworksInDay'))
  );
end
$$;
grant execute on function private.admit_email(uuid, text, text, int) to service_role;

create function public.admit_email(p_user_id uuid, p_email text, p_network text, p_in_day int default null) returns boolean
language sql security invoker set search_path = '' as $$
  select private.admit_email(p_user_id, p_email, p_network, p_in_day)
$$;
grant execute on function public.admit_email(uuid, text, text, int) to service_role;
