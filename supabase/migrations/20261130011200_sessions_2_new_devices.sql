-- Emails about sign-ins on new devices. A trigger queues one for every sign-in, so nobody avoids it by signing in at Auth itself.
-- The Worker withdraws the email if the device is known. The delay gives it the time for that.

-- Queues an email about a sign-in. Returns null if the person has had as many on this day.
create function private.queue_new_device_email(p_user_id uuid, p_recipient text, p_locale text, p_payload jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  email_id uuid;
begin
  -- A person's emails have numbered places, so that they are few however many sign-ins happen at once.
  for place in 1..private.limit_value('sessions.emailsInDay') loop
    insert into private.outbox_emails (key, recipient, template, locale, payload, next_attempt_at)
    values (
      'new-device:' || p_user_id || ':' || (now() at time zone 'utc')::date || ':' || place,
      p_recipient,
      'new-device',
      p_locale,
      p_payload,
      now() + private.limit_interval('sessions.emailDelayMs')
    )
    on conflict (key) do nothing
    returning id into email_id;
    exit when email_id is not null;
  end loop;
  return email_id;
end
$$;

-- Returns whether this session is the first of an account, which needs no email.
create function private.is_first_session(p_session auth.sessions, p_confirmed_at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_confirmed_at, now()) > now() - private.limit_interval('sessions.firstSignInMs')
    and not exists (select from auth.sessions where user_id = p_session.user_id and id <> p_session.id)
    and not exists (select from private.known_devices where user_id = p_session.user_id);
end
$$;

create function private.announce_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person record;
begin
  select
    users.email, users.email_confirmed_at, profiles.ui_locale, profiles.time_zone,
    users.raw_user_meta_data ->> 'ui_locale' as sign_in_locale
  into person
  from auth.users
  join public.profiles on profiles.id = users.id
  where users.id = new.user_id and not users.is_anonymous and users.email <> '' and users.deleted_at is null;
  if not found or private.is_first_session(new, person.email_confirmed_at) then
    return null;
  end if;
  insert into private.session_origins (session_id, email_id)
  values (
    new.id,
    private.queue_new_device_email(
      new.user_id,
      person.email,
      coalesce(
        person.ui_locale,
        -- A person can write anything there.
        case when private.is_locale(person.sign_in_locale) then person.sign_in_locale end,
        'en'
      ),
      jsonb_build_object('at', now(), 'time_zone', person.time_zone, 'user_agent', left(new.user_agent, 400))
    )
  );
  return null;
exception when others then
  -- Nobody may be kept from signing in by an email.
  raise warning 'no email about a new device: %', sqlstate;
  return null;
end
$$;

create trigger announce_session
after insert on auth.sessions
for each row execute function private.announce_session();

-- Stores where a session began, once. `p_device`: SHA-256 of the device's cookie and the user, in hexadecimal. A known device
-- withdraws the email; a new device becomes known, and its email is due.
create function private.record_sign_in(p_session_id uuid, p_country text, p_device text, p_user_agent text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid;
  device bytea;
  waiting_email uuid;
begin
  if p_session_id is null
    or p_country !~ '^[A-Z]{2}$'
    or p_device is null
    or p_device !~ '^[0-9a-f]{64}$'
  then
    perform private.raise_error('request/invalid');
  end if;
  device := decode(p_device, 'hex');
  select user_id into owner_id from auth.sessions where id = p_session_id;
  if not private.has_account(owner_id) then
    perform private.raise_error('request/not-found');
  end if;
  insert into private.session_origins as origins (session_id, country, device_hash, user_agent)
  values (p_session_id, p_country, device, left(p_user_agent, 400))
  on conflict (session_id) do update
  set country = excluded.country, device_hash = excluded.device_hash, user_agent = excluded.user_agent
  where origins.device_hash is null
  returning email_id into waiting_email;
  if not found then
    return;
  end if;
  update private.known_devices set last_used_at = now() where user_id = owner_id and device_hash = device;
  if found then
    delete from private.outbox_emails where id = waiting_email and state = 'waiting' and lease is null;
    return;
  end if;
  insert into private.known_devices (user_id, device_hash) values (owner_id, device) on conflict do nothing;
  delete from private.known_devices
  where user_id = owner_id
    and device_hash in (
      select device_hash from private.known_devices
      where user_id = owner_id
      order by last_used_at desc, device_hash
      offset private.limit_value('sessions.knownDevices')
    );
  update private.outbox_emails
  set payload = payload || jsonb_build_object('country', p_country, 'user_agent', left(p_user_agent, 400)), next_attempt_at = now()
  where id = waiting_email and state = 'waiting' and lease is null;
end
$$;
grant execute on function private.record_sign_in(uuid, text, text, text) to service_role;

create function public.record_sign_in(p_session_id uuid, p_country text, p_device text, p_user_agent text) returns void
language sql security invoker set search_path = '' as $$
  select private.record_sign_in(p_session_id, p_country, p_device, p_user_agent)
$$;
grant execute on function public.record_sign_in(uuid, text, text, text) to service_role;
