-- Limits guests by IPv6 network (decision 032). Auth counts the guests of each address, and one customer has a /64 of them.

create function private.limit_guests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users where id = new.user_id and is_anonymous) then
    return new;
  end if;
  if not private.count_sign_in('signIn.guestsOfNetworkInHour', host(network(set_masklen(new.ip, 64)))) then
    -- Auth returns the status, and undoes the user.
    raise exception using errcode = 'PT429', message = 'request/rate-limited';
  end if;
  return new;
end
$$;

create trigger limit_guests
before insert on auth.sessions
for each row when (
  family(new.ip) = 6
  and not new.ip <<= '::ffff:0:0/96'
  and new.ip <> '::1'
)
execute function private.limit_guests();
