-- Links an identity of a provider to an account after a fresh proof, and only for the browser that began it (decision 056). Auth alone
-- links whatever identity a browser brings back to the account that began, and by an ID token also without the setting for links.

alter table private.credential_permits drop constraint credential_permits_credential_check;
alter table private.credential_permits add constraint credential_permits_credential_check
check (credential in ('password', 'email', 'factor', 'identity'));

-- The link that an account has begun: a flow of Auth with a permit, then an identity that waits for its confirmation.
create table private.identity_links (
  user_id uuid primary key references public.profiles on delete cascade,
  provider text not null,
  -- The session that began it.
  session_id uuid not null,
  -- A row of `auth.flow_state`.
  flow_id uuid not null unique,
  -- The identity, and what its provider said about the person. Until the confirmation Auth has nothing but the identifier.
  identity_id uuid unique,
  identity_data jsonb,
  -- The transaction of Auth that created the identity.
  linked_in xid8,
  expires_at timestamptz not null
);
create index identity_links_expires_at on private.identity_links (expires_at);
revoke all on private.identity_links from public, anon, authenticated, service_role;
alter table private.identity_links enable row level security;

-- Returns whether the provider has verified that the person owns the address of the account.
create function private.proves_address(p_identity_data jsonb, p_email text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_identity_data ->> 'email_verified' = 'true' and lower(p_identity_data ->> 'email') = lower(p_email), false);
end
$$;

create function private.is_open_link(p_link private.identity_links) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_link.expires_at > now(), false)
    and exists (select from auth.sessions where id = p_link.session_id and user_id = p_link.user_id);
end
$$;

-- Deletes links that were not confirmed in time, with their identities. Few at once, because a sign-in waits for it.
create function private.forget_expired_links() returns void
language plpgsql set search_path = '' as $$
declare
  expired private.identity_links;
begin
  for expired in
    select * from private.identity_links where expires_at <= now() order by expires_at limit 50 for update skip locked
  loop
    delete from auth.identities where id = expired.identity_id;
    delete from private.identity_links where user_id = expired.user_id;
  end loop;
end
$$;

-- Returns the name of a provider that an operator has added, else null.
create function private.custom_provider_name(p_provider text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select name from auth.custom_oauth_providers where identifier = p_provider);
exception when undefined_table then
  -- An older Auth has no such providers.
  return null;
end
$$;

-- Queues a notice about an identity that signs in to an account, or does so no longer.
create function private.announce_identity(p_user_id uuid, p_change text, p_provider text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipient text;
begin
  select private.notice_recipient(id) into recipient from auth.users
  where id = p_user_id and coalesce(email_confirmed_at, phone_confirmed_at) is not null;
  if recipient is not null then
    perform private.enqueue_notice(
      'account-change',
      private.limit_value('emailChange.noticesInDay'),
      p_user_id,
      recipient,
      'account-changed',
      jsonb_build_object(
        'change', p_change, 'address', '', 'provider', p_provider, 'provider_name', private.custom_provider_name(p_provider)
      )
    );
  end if;
end
$$;

-- Permits a flow that the caller has begun a moment ago to link an identity. An earlier link ends. The challenge names the flow: a thief of
-- another session may begin flows too, but has no verifier of this one.
create function private.allow_identity(p_provider text, p_code_challenge text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  begun_flow_id uuid;
  earlier private.identity_links;
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  if p_provider is null
    or p_provider !~ '^[a-z0-9:_-]{1,60}$'
    or p_provider in ('email', 'phone')
    or coalesce(p_code_challenge, '') !~ '^[A-Za-z0-9_-]{43}$'
  then
    perform private.raise_error('request/invalid');
  end if;
  perform private.require_recent_sign_in(caller_id);
  -- Auth takes the provider's address as proof of one that the account does not have, and ends what is older.
  if not exists (select from auth.users where id = caller_id and email <> '' and email_confirmed_at is not null) then
    perform private.raise_error('request/not-allowed');
  end if;
  select id into begun_flow_id from auth.flow_state
  where created_at > now() - private.limit_interval('passwords.permitMs')
    and linking_target_id = caller_id
    and user_id is null
    and provider_type = p_provider
    and code_challenge = p_code_challenge;
  if begun_flow_id is null then
    perform private.raise_error('request/not-found');
  end if;
  select * into earlier from private.identity_links where user_id = caller_id for update;
  delete from auth.identities where id = earlier.identity_id;
  insert into private.identity_links (user_id, provider, session_id, flow_id, expires_at)
  -- As long as Auth keeps a flow.
  values (caller_id, p_provider, private.own_session_id(), begun_flow_id, now() + interval '5 minutes')
  on conflict (user_id) do update
  set
    provider = excluded.provider, session_id = excluded.session_id, flow_id = excluded.flow_id, expires_at = excluded.expires_at,
    identity_id = null, identity_data = null, linked_in = null;
  delete from auth.flow_state where id = earlier.flow_id;
end
$$;
grant execute on function private.allow_identity(text, text) to authenticated;

create function public.allow_identity(p_provider text, p_code_challenge text) returns void
language sql security invoker set search_path = '' as $$
  select private.allow_identity(p_provider, p_code_challenge)
$$;
grant execute on function public.allow_identity(text, text) to authenticated;

-- Rejects a flow that links an identity without PKCE: the verifier stays in the browser that began, and its challenge gets the permit.
create function private.begin_identity_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_expired_links();
  if new.linking_target_id is not null and coalesce(new.code_challenge, '') = '' then
    raise exception 'a link needs a code challenge';
  end if;
  return new;
end
$$;

create trigger begin_identity_link
before insert on auth.flow_state
for each row when (new.authentication_method = 'oauth')
execute function private.begin_identity_link();

-- Decides about an identity of an account. It may always be added if its provider has verified the account's own address, because its
-- person could sign in by a code. Any other needs a link that the account has begun, and waits for its confirmation. Providers that
-- verify several addresses name the first only, and Auth has found the account by another of them.
create function private.guard_new_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person auth.users;
  link private.identity_links;
  is_proven boolean;
begin
  select * into person from auth.users where id = new.user_id;
  if person.is_anonymous then
    raise exception 'a guest has no identity';
  elsif person.email_confirmed_at is null then
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
  elsif not is_proven and new.provider not in ('bitbucket', 'github', 'gitlab') then
    raise exception 'an identity needs a link that its account has begun';
  end if;
  perform private.announce_identity(new.user_id, 'identity-added', new.provider);
  return new;
end
$$;

create trigger guard_new_identity
before insert on auth.identities
for each row when (new.provider not in ('email', 'phone'))
execute function private.guard_new_identity();

-- Signs in nobody by an identity that waits for its confirmation.
create function private.guard_unconfirmed_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.identity_links where identity_id = new.id) then
    raise exception 'the identity waits for its confirmation';
  end if;
  return new;
end
$$;

create trigger guard_unconfirmed_identity
before update on auth.identities
for each row when (new.provider not in ('email', 'phone'))
execute function private.guard_unconfirmed_identity();

-- Rejects the callback of a flow without a permit, and with it the identity that it created.
create function private.claim_identity_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.identity_links where flow_id = new.id and linked_in = pg_current_xact_id()) then
    raise exception 'the link has ended';
  end if;
  return null;
end
$$;

create trigger claim_identity_link
after update of user_id on auth.flow_state
for each row when (new.linking_target_id is not null and old.user_id is null and new.user_id is not null)
execute function private.claim_identity_link();

-- Returns the sessions of a user that this transaction began.
create function private.new_sessions(p_user_id uuid) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query select id from auth.sessions where user_id = p_user_id and xmin = pg_current_xact_id()::xid;
end
$$;

-- Confirms the identity of a flow for a code and its verifier. The code went to the browser whose person signed in at the provider. The
-- verifier is in the browser that began. For both Auth begins a session and deletes the flow itself, in one transaction. Our own deletions
-- of flows confirm nothing. The session is ended: linking signs in nobody.
create function private.confirm_identity_link() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  link private.identity_links;
  is_confirmed boolean;
begin
  delete from private.identity_links where flow_id = old.id returning * into link;
  if link.user_id is null then
    return null;
  end if;
  is_confirmed := old.user_id is not null
    and pg_trigger_depth() = 1
    and exists (select from private.new_sessions(link.user_id))
    and private.is_open_link(link);
  if link.identity_id is not null and is_confirmed then
    update auth.identities set identity_data = link.identity_data where id = link.identity_id;
    if found then
      perform private.announce_identity(link.user_id, 'identity-added', link.provider);
    end if;
  else
    delete from auth.identities where id = link.identity_id;
  end if;
  perform private.end_new_sessions(link.user_id);
  return null;
end
$$;

-- Ends the sessions that this transaction began, without an email about a new device.
create function private.end_new_sessions(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.outbox_emails
  where id in (
    select email_id from private.session_origins where session_id in (select private.new_sessions(p_user_id))
  );
  delete from auth.sessions where id in (select private.new_sessions(p_user_id));
end
$$;

create trigger confirm_identity_link
after delete on auth.flow_state
for each row when (old.linking_target_id is not null)
execute function private.confirm_identity_link();
