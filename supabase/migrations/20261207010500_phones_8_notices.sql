-- Notices about a number, and about other changes of accounts without an address, which get an SMS instead of an email. Triggers queue them, so
-- nobody avoids them by a request to Auth itself. The outbox sends to a phone number what has one as recipient.

-- Returns where a person gets notices: the email address, else the phone number with its plus sign. Null: nowhere, or the account is gone.
create function private.notice_recipient(p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(nullif(email, ''), case when phone_confirmed_at is not null then '+' || nullif(phone, '') end)
    from auth.users where id = p_user_id and not is_anonymous and deleted_at is null
  );
end
$$;

create function private.announce_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former text := nullif(old.phone, '');
  current text := nullif(new.phone, '');
  -- The new number would be that of a thief.
  recipient text := coalesce(nullif(old.email, ''), '+' || former);
begin
  if recipient is not null then
    perform private.announce_change(
      new.id,
      recipient,
      case when former is null then 'phone-added' when current is null then 'phone-removed' else 'phone-changed' end,
      ''
    );
  end if;
  return null;
end
$$;

create trigger announce_phone
after update of phone on auth.users
for each row when (
  coalesce(old.phone, '') is distinct from coalesce(new.phone, '') and not old.is_anonymous and new.deleted_at is null
)
execute function private.announce_phone();

-- An account by number has got its first address, which is another way in.
create function private.announce_first_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce_change(new.id, '+' || new.phone, 'email-added', '');
  return null;
end
$$;

create trigger announce_first_email
after update of email on auth.users
for each row when (
  coalesce(old.email, '') = '' and new.email <> '' and new.phone <> '' and new.phone_confirmed_at is not null and not old.is_anonymous
)
execute function private.announce_first_email();

-- As before, also by SMS.
create or replace function private.announce_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid := coalesce(new.user_id, old.user_id);
  recipient text;
begin
  recipient := private.notice_recipient(owner_id);
  if recipient is not null then
    perform private.announce_change(owner_id, recipient, case tg_op when 'DELETE' then 'factor-removed' else 'factor-added' end, recipient);
  end if;
  return null;
end
$$;

-- As before, also by SMS.
create or replace function private.announce_password() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person_time_zone text;
  is_first boolean := coalesce(old.encrypted_password, '') = '';
begin
  -- The first password of an account that was created a moment ago needs none. Auth confirms a number again at each sign-in by SMS.
  if is_first and coalesce(new.email_confirmed_at, new.created_at) > now() - private.limit_interval('sessions.firstSignInMs') then
    return null;
  end if;
  select time_zone into person_time_zone from public.profiles where id = new.id;
  perform private.enqueue_notice(
    'password',
    private.limit_value('passwords.emailsInDay'),
    new.id,
    private.notice_recipient(new.id),
    'password-changed',
    jsonb_build_object('at', now(), 'time_zone', person_time_zone, 'is_first', is_first)
  );
  return null;
end
$$;

create trigger announce_password_by_sms
after update of encrypted_password on auth.users
for each row when (
  new.encrypted_password <> ''
  and new.encrypted_password is distinct from old.encrypted_password
  and coalesce(new.email, '') = ''
  and new.phone_confirmed_at is not null
)
execute function private.announce_password();
