-- Guards the identities of accounts that have proven a phone number and no email address, as of those with an address (decision 057).

-- As before. An account with a proven number is no new user: a thief of its session could add an identity by an ID token.
create or replace function private.guard_new_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person auth.users;
  link private.identity_links;
  is_proven boolean;
begin
  select * into person from auth.users where id = new.user_id;
  if person.is_anonymous then
    raise exception 'a guest has no identity';
  elsif coalesce(person.email_confirmed_at, person.phone_confirmed_at) is null then
    -- A new user: `forget_unproven_identities` decides.
    return new;
  end if;
  is_proven := private.proves_address(new.identity_data, person.email);
  select * into link from private.identity_links where user_id = new.user_id for update;
  if link.provider = new.provider and link.linked_in is null and private.is_open_link(link) then
    update private.identity_links
    set
      linked_in = pg_current_xact_id(),
      identity_id = case when not is_proven then new.id end,
      identity_data = case when not is_proven then new.identity_data end
    where user_id = new.user_id;
    if not is_proven then
      new.identity_data := jsonb_build_object('sub', new.provider_id);
      return new;
    end if;
  elsif not is_proven and (person.email_confirmed_at is null or new.provider not in ('bitbucket', 'github', 'gitlab')) then
    raise exception 'an identity needs a link that its account has begun';
  end if;
  perform private.announce_identity(new.user_id, 'identity-added', new.provider);
  return new;
end
$$;

-- As before, also for an account with a proven number. The identity of a number goes with the number.
create or replace function private.guard_removed_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() > 1
    or old.provider = 'phone' and exists (select from auth.users where id = old.user_id and coalesce(phone, '') = '')
    or exists (select from private.identity_links where identity_id = old.id)
    or not exists (select from auth.users where id = old.user_id and coalesce(email_confirmed_at, phone_confirmed_at) is not null)
    or exists (select from private.account_deletions where user_id = old.user_id and started_at is not null)
  then
    return old;
  elsif not private.use_permit(old.user_id, 'identity', old.id::text) then
    raise exception 'the removal of an identity needs a permit';
  end if;
  perform private.announce_identity(old.user_id, 'identity-removed', old.provider);
  return old;
end
$$;

-- As before. An account with a proven number and no address gets none from an identity, because nobody would be asked for a permit.
create or replace function private.hide_foreign_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own_address text;
  number_proven_at timestamptz;
begin
  if new.provider in ('email', 'phone') or new.provider like 'sso:%' or not new.identity_data ? 'email' then
    return new;
  end if;
  -- Locked, so that the address does not change meanwhile.
  select nullif(email, ''), phone_confirmed_at into own_address, number_proven_at from auth.users where id = new.user_id for no key update;
  if new.identity_data ->> 'email_verified' = 'true'
    and (own_address is not null or number_proven_at is null)
    and lower(coalesce(own_address, new.identity_data ->> 'email')) = lower(new.identity_data ->> 'email') then
    return new;
  end if;
  new.identity_data := new.identity_data - 'email' || jsonb_build_object('provider_email', new.identity_data -> 'email');
  return new;
end
$$;
