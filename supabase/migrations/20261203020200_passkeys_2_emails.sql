-- Emails about passkeys. A trigger queues them, so nobody avoids them by a request to Auth itself.

-- Sends no notice about the passkeys of an account that is being deleted: it has no row in `auth.users` any more.
create function private.announce_passkey() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  passkey record;
  person record;
begin
  if tg_op = 'INSERT' then
    passkey := new;
  else
    passkey := old;
  end if;
  select private.notice_recipient(users.id) as address, profiles.time_zone into person
  from auth.users join public.profiles on profiles.id = users.id
  where users.id = passkey.user_id;
  if person.address is not null then
    perform private.enqueue_notice(
      'passkey',
      private.limit_value('passkeys.emailsInDay'),
      passkey.user_id,
      person.address,
      'passkey-changed',
      jsonb_build_object(
        'at', now(), 'time_zone', person.time_zone, 'is_added', tg_op = 'INSERT', 'name', left(passkey.friendly_name, 120)
      )
    );
  end if;
  return null;
end
$$;

select private.protect_passkeys();
