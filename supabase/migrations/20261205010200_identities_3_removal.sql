-- Lists the identities of a person, and removes one after a fresh proof. The address of the account stays, and with it the sign-in by code.

-- Returns how the caller signs in: the address of the account, and the identities of providers, oldest first.
create function private.my_identities() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.forget_expired_links();
  return (
    select coalesce(jsonb_agg(to_jsonb(listed) order by listed.connected_at, listed.id), '[]')
    from (
      select
        id,
        provider,
        left(coalesce(
          identity_data ->> 'email', identity_data ->> 'provider_email', identity_data ->> 'preferred_username',
          identity_data ->> 'user_name', identity_data ->> 'name', ''
        ), 320) as name,
        coalesce(created_at, now()) as connected_at
      from auth.identities
      where user_id = caller_id
        and provider not in ('email', 'phone')
        and not exists (select from private.identity_links where identity_id = identities.id)
      order by created_at
      limit 50
    ) as listed
  );
end
$$;
grant execute on function private.my_identities() to authenticated;

create function public.my_identities() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.my_identities()
$$;
grant execute on function public.my_identities() to authenticated;

-- Permits the caller to remove an identity at Auth, within a moment. Auth would give an account that has no identity of its own address
-- that of another identity, so it gets an identity of its address.
create function private.allow_identity_removal(p_identity_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  perform private.require_recent_sign_in(caller_id);
  if not exists (
    select from auth.identities
    where id = p_identity_id
      and user_id = caller_id
      and provider not in ('email', 'phone')
      and not exists (select from private.identity_links where identity_id = p_identity_id)
  ) then
    perform private.raise_error('request/not-found');
  end if;
  insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
  select
    id::text,
    id,
    jsonb_build_object('sub', id, 'email', lower(email), 'email_verified', true, 'phone_verified', false),
    'email',
    now(),
    now()
  from auth.users
  where id = caller_id and email <> '' and email_confirmed_at is not null
  on conflict (provider_id, provider) do nothing;
  perform private.permit_change(caller_id, 'identity', p_identity_id::text);
end
$$;
grant execute on function private.allow_identity_removal(uuid) to authenticated;

create function public.allow_identity_removal(p_identity_id uuid) returns void
language sql security invoker set search_path = '' as $$
  select private.allow_identity_removal(p_identity_id)
$$;
grant execute on function public.allow_identity_removal(uuid) to authenticated;

-- Rejects the removal of an identity of an account without a permit, also at Auth itself. Triggers, and the deletion of an account, need none.
create function private.guard_removed_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() > 1
    or exists (select from private.identity_links where identity_id = old.id)
    or not exists (select from auth.users where id = old.user_id and email_confirmed_at is not null)
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

create trigger guard_removed_identity
before delete on auth.identities
for each row execute function private.guard_removed_identity();
