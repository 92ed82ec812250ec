-- Emails about changes of an account's address and second factors. Triggers queue them, so nobody avoids them by a request to Auth.

create function private.announce_change(p_user_id uuid, p_recipient text, p_change text, p_address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_notice(
    'account-change',
    private.limit_value('emailChange.noticesInDay'),
    p_user_id,
    p_recipient,
    'account-changed',
    jsonb_build_object('change', p_change, 'address', p_address)
  );
end
$$;

create function private.announce_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The new address would be that of a thief.
  perform private.announce_change(new.id, old.email, 'email', new.email);
  return null;
end
$$;

create trigger announce_email_change
after update of email on auth.users
for each row when (old.email <> '' and not old.is_anonymous and new.email is distinct from old.email and new.email <> '')
execute function private.announce_email_change();

-- Sends no email about the factors of an account that is being deleted: it has no row in `auth.users` any more.
create function private.announce_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner_id uuid := coalesce(new.user_id, old.user_id);
  recipient text;
begin
  select email into recipient from auth.users where id = owner_id and email <> '';
  if recipient is not null then
    perform private.announce_change(owner_id, recipient, case tg_op when 'DELETE' then 'factor-removed' else 'factor-added' end, recipient);
  end if;
  return null;
end
$$;

create trigger announce_new_factor
after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified' and new.factor_type = 'totp')
execute function private.announce_factor();

create trigger announce_removed_factor
after delete on auth.mfa_factors
for each row when (old.status = 'verified' and old.factor_type = 'totp')
execute function private.announce_factor();
