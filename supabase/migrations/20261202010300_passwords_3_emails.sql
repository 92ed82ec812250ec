-- Emails about a new password. A trigger queues them, so nobody avoids them by changing it at Auth itself.

-- Returns the language of emails to a person: that of the profile, else that of the sign-in.
create function private.account_locale(p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
declare
  chosen text;
  sign_in_locale text;
begin
  select ui_locale into chosen from public.profiles where id = p_user_id;
  select raw_user_meta_data ->> 'ui_locale' into sign_in_locale from auth.users where id = p_user_id;
  -- A person can write anything there.
  return coalesce(chosen, case when private.is_locale(sign_in_locale) then sign_in_locale end, 'en');
end
$$;

-- Queues an email in one of the numbered places that a person has on a day of UTC, so that their emails are few however many changes
-- happen at once. Nobody may be kept from a change by an email, so a failure is logged only.
create function private.enqueue_notice(
  p_kind text, p_places bigint, p_user_id uuid, p_recipient text, p_template text, p_payload jsonb
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  was_queued boolean;
begin
  for place in 1..p_places loop
    insert into private.outbox_emails (key, recipient, template, locale, payload)
    values (
      p_kind || ':' || p_user_id || ':' || (now() at time zone 'utc')::date || ':' || place,
      p_recipient,
      p_template,
      private.account_locale(p_user_id),
      p_payload
    )
    on conflict (key) do nothing
    returning true into was_queued;
    exit when was_queued;
  end loop;
exception when others then
  raise warning 'no email of the kind %: %', p_kind, sqlstate;
end
$$;

create function private.announce_password() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person_time_zone text;
  is_first boolean := coalesce(old.encrypted_password, '') = '';
begin
  -- The first password of an account that was created a moment ago needs none.
  if is_first and new.email_confirmed_at > now() - private.limit_interval('sessions.firstSignInMs') then
    return null;
  end if;
  select time_zone into person_time_zone from public.profiles where id = new.id;
  perform private.enqueue_notice(
    'password',
    private.limit_value('passwords.emailsInDay'),
    new.id,
    new.email,
    'password-changed',
    jsonb_build_object('at', now(), 'time_zone', person_time_zone, 'is_first', is_first)
  );
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
