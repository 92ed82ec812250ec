-- Emails about a new password. A trigger queues them, so nobody avoids them by changing it at Auth itself.

create function private.announce_password() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person record;
  is_first boolean := coalesce(old.encrypted_password, '') = '';
  was_queued boolean;
begin
  -- The first password of an account that was created a moment ago needs none.
  if is_first and new.email_confirmed_at > now() - private.limit_interval('sessions.firstSignInMs') then
    return null;
  end if;
  select ui_locale, time_zone, new.raw_user_meta_data ->> 'ui_locale' as sign_in_locale into person
  from public.profiles
  where id = new.id;
  -- A person's emails have numbered places, so that they are few however many changes happen at once.
  for place in 1..private.limit_value('passwords.emailsInDay') loop
    insert into private.outbox_emails (key, recipient, template, locale, payload)
    values (
      'password:' || new.id || ':' || (now() at time zone 'utc')::date || ':' || place,
      new.email,
      'password-changed',
      coalesce(
        person.ui_locale,
        -- A person can write anything there.
        case when private.is_locale(person.sign_in_locale) then person.sign_in_locale end,
        'en'
      ),
      jsonb_build_object('at', now(), 'time_zone', person.time_zone, 'is_first', is_first)
    )
    on conflict (key) do nothing
    returning true into was_queued;
    exit when was_queued;
  end loop;
  return null;
exception when others then
  -- Nobody may be kept from changing a password by an email.
  raise warning 'no email about a new password: %', sqlstate;
  return null;
end
$$;

create trigger announce_password
after update of encrypted_password on auth.users
for each row when (
  new.encrypted_password <> ''
  and new.encrypted_password is distinct from old.encrypted_password
  and new.email <> ''
)
execute function private.announce_password();
