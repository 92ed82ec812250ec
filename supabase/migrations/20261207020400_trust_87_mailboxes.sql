-- Most providers deliver `tom+anything@` to `tom@`, so the limits of a mailbox count both. The Worker does the same (mailboxLimits.ts).
create function private.mailbox_of(p_email text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(lower(p_email), '\+[^@]*@', '@');
end
$$;

-- As before, by mailbox.
create or replace function private.count_email(
  p_limits text, p_email text, p_network text, p_in_day bigint, p_network_in_day bigint
) returns boolean
language plpgsql set search_path = '' as $$
declare
  mailbox text := private.mailbox_of(p_email);
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
