-- The first email address of an account by phone number, or by a provider that gave none (decision 057).

-- The trigger `guard_first_email` rejects a change without a permit. This one notes that it has begun, also for another code to the same address.
create function private.begin_first_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.begin_contact_change(new.id, 'email', lower(new.email_change));
  return new;
end
$$;

create trigger begin_first_email
before update of email_change on auth.users
for each row when (coalesce(old.email, '') = '' and new.email_change <> '')
execute function private.begin_first_email();

-- A guest begins without a permit, and `allow_email_change` has noted nothing.
create function private.complete_first_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.contact_changes where user_id = new.id and kind = 'email')
    and not private.complete_contact_change(new.id, 'email', lower(new.email))
  then
    raise exception 'the session that began this change has ended' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- An operator may still set an address in Auth's dashboard, which begins no change.
create trigger complete_first_email
before update of email on auth.users
for each row when (coalesce(old.email, '') = '' and new.email <> '' and lower(new.email) = lower(old.email_change))
execute function private.complete_first_email();
