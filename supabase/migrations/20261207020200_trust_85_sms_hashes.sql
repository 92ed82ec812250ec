-- A code by SMS proves no address. Auth stores it as it stores the code of a new address, so its hash redeems it as one by email too: Auth then
-- confirms the address again (supabase/auth, internal/api/verify.go, signupVerify). Auth confirms each address once otherwise.
create function private.refuse_second_confirmation() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT403', message = 'request/not-allowed';
end
$$;

create trigger refuse_second_confirmation
before update of email_confirmed_at on auth.users
for each row when (
  new.email_confirmed_at is not null
  and new.email_confirmed_at is distinct from old.email_confirmed_at
  and (
    coalesce(new.email, '') = ''
    or new.email is not distinct from old.email and new.email_confirmed_at > old.email_confirmed_at
  )
)
execute function private.refuse_second_confirmation();
