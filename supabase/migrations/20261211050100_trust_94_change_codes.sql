-- An address change needs the codes of both mailboxes. Upstream (supabase/auth, `emailChangeVerify`) clears a typed code only if its hash is stored
-- without the prefix `pkce_`, which a request with a code challenge adds. So the same code counted twice, and one mailbox was enough. Links of a change,
-- for which the prefix is meant, are in no email of Parley.

-- Stores the hashes of both codes without the prefix, so that Auth clears each when it is entered.
create function private.plain_change_codes() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.email_change_token_new := regexp_replace(new.email_change_token_new, '^pkce_', '');
  new.email_change_token_current := regexp_replace(new.email_change_token_current, '^pkce_', '');
  return new;
end
$$;

create trigger plain_change_codes
before update of email_change_token_new, email_change_token_current on auth.users
for each row when (new.email_change_token_new like 'pkce\_%' or new.email_change_token_current like 'pkce\_%')
execute function private.plain_change_codes();

create function private.plain_change_token() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.token_hash := regexp_replace(new.token_hash, '^pkce_', '');
  return new;
end
$$;

create trigger plain_change_token
before insert on auth.one_time_tokens
for each row when (new.token_type::text like 'email\_change%' and new.token_hash like 'pkce\_%')
execute function private.plain_change_token();

-- Rejects a change whose codes are both still open: one of them was entered twice.
create function private.refuse_half_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'an address change needs the codes of both mailboxes' using errcode = 'insufficient_privilege';
end
$$;

create trigger refuse_half_change
before update of email on auth.users
for each row when (
  old.email <> '' and new.email is distinct from old.email and lower(new.email) = lower(old.email_change)
  and old.email_change_token_new <> '' and old.email_change_token_current <> ''
)
execute function private.refuse_half_change();
