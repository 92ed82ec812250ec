-- Functions with which a person adds or changes their phone number. Auth sends a code to the new number and stores it; these decide who may
-- begin (decision 057).

-- The change that an account has begun: a permit for one number and one session, then a change that Auth has stored. The first email
-- address of an account by number has one too, because no code of a former address is needed.
create table private.contact_changes (
  user_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('phone', 'email')),
  -- As Auth stores it: a number without a plus sign.
  contact text not null,
  -- The session that began it. The change ends with it.
  session_id uuid not null,
  -- Auth may store the change until then.
  permitted_until timestamptz not null,
  -- Once Auth has stored it: when the code expires.
  begun_until timestamptz,
  primary key (user_id, kind)
);
revoke all on private.contact_changes from public, anon, authenticated, service_role;
alter table private.contact_changes enable row level security;

create function private.is_open_change(p_change private.contact_changes) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(greatest(p_change.permitted_until, p_change.begun_until) > now(), false)
    and exists (select from auth.sessions where id = p_change.session_id and user_id = p_change.user_id);
end
$$;

-- Permits this session to begin a change within a moment. Its last code for the same contact stays valid, because Auth sends another one after a
-- minute only.
create function private.permit_contact(p_user_id uuid, p_kind text, p_contact text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.contact_changes as existing (user_id, kind, contact, session_id, permitted_until)
  values (p_user_id, p_kind, p_contact, private.own_session_id(), now() + private.limit_interval('passwords.permitMs'))
  on conflict (user_id, kind) do update
  set
    contact = excluded.contact,
    session_id = excluded.session_id,
    permitted_until = excluded.permitted_until,
    begun_until = case
      when existing.contact = excluded.contact and existing.session_id = excluded.session_id then existing.begun_until
    end;
end
$$;

-- Uses the permit up. From now on the change lasts as long as its code. Returns whether there was a permit.
create function private.begin_contact_change(p_user_id uuid, p_kind text, p_contact text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.contact_changes
  set permitted_until = now(), begun_until = now() + private.limit_interval('oneTimeCodeTtlMs')
  where user_id = p_user_id
    and kind = p_kind
    and contact = p_contact
    and permitted_until > now()
    and private.is_open_change(contact_changes);
  return found;
end
$$;

-- Returns whether the change may be completed, and forgets it. While another account changes to the same contact, its owner could have entered
-- the code of that account.
create function private.complete_contact_change(p_user_id uuid, p_kind text, p_contact text) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from private.contact_changes
  where user_id = p_user_id
    and kind = p_kind
    and contact = p_contact
    and begun_until > now()
    and private.is_open_change(contact_changes)
    and not exists (
      select from private.contact_changes as other
      where other.kind = p_kind and other.contact = p_contact and other.user_id <> p_user_id and private.is_open_change(other)
    );
  return found;
end
$$;

-- Deletes what strangers left at a number that they named and never proved, once its code has expired: a user who has only this number, and
-- pending changes to it. Its owner could not add it, because Auth knows one user for each.
create function private.forget_unproven_number(p_user_id uuid, p_phone text) returns void
language plpgsql set search_path = '' as $$
declare
  stranger_id uuid;
  own_workspaces uuid[];
begin
  select id into stranger_id from auth.users
  where phone = p_phone
    and phone_confirmed_at is null
    and email_confirmed_at is null
    and last_sign_in_at is null
    and coalesce(confirmation_sent_at, created_at) < now() - private.limit_interval('oneTimeCodeTtlMs')
  for update skip locked;
  own_workspaces := array(select workspace_id from public.workspace_members where user_id = stranger_id);
  delete from auth.users where id = stranger_id;
  delete from public.workspaces
  where id = any (own_workspaces)
    and not exists (select from public.workspace_members where workspace_id = workspaces.id)
    and not exists (select from public.meetings where workspace_id = workspaces.id);

  update auth.users set phone_change = '', phone_change_token = '', phone_change_sent_at = null
  where id in (
    select users.id from private.contact_changes as change
    join auth.users on users.id = change.user_id
    where change.kind = 'phone'
      and change.contact = p_phone
      and change.user_id <> p_user_id
      and users.phone_change = p_phone
      and not private.is_open_change(change)
    for update of users skip locked
  );
end
$$;

-- Permits the caller to begin the change to this number at Auth, within a moment. `p_phone` has its plus sign.
create function private.allow_phone_change(p_phone text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  number text := ltrim(p_phone, '+');
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  if p_phone is null or p_phone !~ '^\+[1-9][0-9]{5,14}$' then
    perform private.raise_error('phone/malformed');
  end if;
  perform private.require_recent_sign_in(caller_id);
  perform private.forget_unproven_number(caller_id, number);
  -- A change to another number ends with its permit, so that none is left at Auth.
  update auth.users set phone_change = '', phone_change_token = '', phone_change_sent_at = null
  where id in (
    select id from auth.users where id = caller_id and phone_change <> '' and phone_change <> number for update skip locked
  );
  perform private.permit_contact(caller_id, 'phone', number);
end
$$;
grant execute on function private.allow_phone_change(text) to authenticated;

create function public.allow_phone_change(p_phone text) returns void
language sql security invoker set search_path = '' as $$
  select private.allow_phone_change(p_phone)
$$;
grant execute on function public.allow_phone_change(text) to authenticated;
