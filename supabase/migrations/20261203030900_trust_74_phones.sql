-- Closes two ways by which a stolen session became a fresh proof: a first address, and a phone number.

-- Refuses phone numbers, of which Parley knows nothing yet. Auth sends a code to any number that a session names, and its code begins a new
-- session: a stolen session would become a fresh proof.

create function private.refuse_phone() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'accounts have no phone number' using errcode = 'insufficient_privilege';
end
$$;

create trigger refuse_phone
before insert or update of phone, phone_change on auth.users
for each row when (coalesce(new.phone, '') <> '' or coalesce(new.phone_change, '') <> '')
execute function private.refuse_phone();

-- An account without an address, as other providers can open them, needs a permit for its first one, too.
create trigger guard_first_email
before update of email_change on auth.users
for each row when (
  coalesce(old.email, '') = ''
  and not old.is_anonymous
  and new.email_change <> ''
  and new.email_change is distinct from old.email_change
)
execute function private.guard_email_change();
