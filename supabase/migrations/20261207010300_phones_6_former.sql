-- Removes a phone number, and ends what is older than another one (decision 057).

-- Removes the caller's number. Auth has no request for that. An account keeps its number if it has no address.
create function private.remove_phone() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'emailChange.changesPerMinute');
  perform private.require_recent_sign_in(caller_id);
  perform private.lock_user(caller_id);
  if not exists (select from auth.users where id = caller_id and email_confirmed_at is not null) then
    perform private.raise_error('request/not-allowed');
  end if;
  update auth.users
  set phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '', phone_change_sent_at = null, updated_at = now()
  where id = caller_id and phone <> '';
  if not found then
    return;
  end if;
  delete from private.contact_changes where user_id = caller_id and kind = 'phone';
  delete from auth.identities where user_id = caller_id and provider = 'phone';
  -- Auth keeps this list itself when it adds or removes an identity.
  update auth.users
  set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
    select case when count(*) = 0 then '{}' else jsonb_build_object(
      'provider', (array_agg(provider order by first_at))[1], 'providers', jsonb_agg(provider order by first_at)
    ) end
    from (
      select provider, min(created_at) as first_at from auth.identities where user_id = caller_id group by provider
    ) as own
  )
  where id = caller_id;
  -- Somebody else may have signed in with it.
  delete from auth.sessions where user_id = caller_id and id <> private.own_session_id();
  perform private.forget_flows(caller_id);
exception when lock_not_available then
  perform private.raise_error('request/busy');
end
$$;
grant execute on function private.remove_phone() to authenticated;

create function public.remove_phone() returns void
language sql security invoker set search_path = '' as $$
  select private.remove_phone()
$$;
grant execute on function public.remove_phone() to authenticated;

-- Ends what is older than a changed number. The former one may have another owner now. To an account without an address it was what the
-- address is to others, so the ways in beside it end, too.
create function private.end_former_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  perform private.forget_flows(new.id);
  if new.email_confirmed_at is null then
    delete from auth.identities where user_id = new.id and provider not in ('email', 'phone');
    if to_regclass('auth.webauthn_credentials') is not null then
      delete from auth.webauthn_credentials where user_id = new.id;
    end if;
  end if;
  return null;
end
$$;

create trigger end_former_phone
after update of phone on auth.users
for each row when (old.phone <> '' and new.phone <> '' and old.phone is distinct from new.phone)
execute function private.end_former_phone();

create trigger forget_former_phone_password
before update of phone on auth.users
for each row when (
  old.phone <> '' and new.phone <> '' and old.phone is distinct from new.phone
  and new.email_confirmed_at is null and new.encrypted_password <> ''
)
execute function private.forget_unproven_password();

-- As before, and forgets numbers that a person entered and never confirmed.
create or replace function private.sweep_users(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  guest_cutoff timestamptz := p_now - make_interval(days => private.limit_value('retention.idleGuestDays')::int);
  address_cutoff timestamptz := p_now - make_interval(
    days => private.limit_value('retention.unconfirmedAddressDays')::int
  );
  page uuid[] := array(
    select id from auth.users
    where id > coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
    order by id
    limit p_limit
  );
  unwanted uuid[];
  unused_workspaces uuid[];
begin
  update auth.users
  set
    email_change = '',
    email_change_token_new = '',
    email_change_token_current = '',
    email_change_confirm_status = 0,
    email_change_sent_at = null
  where id = any (page) and email_change <> '' and email_change_sent_at < address_cutoff;
  update auth.users set phone_change = '', phone_change_token = '', phone_change_sent_at = null
  where id = any (page) and phone_change <> '' and phone_change_sent_at < address_cutoff;
  delete from private.contact_changes
  where user_id = any (page) and greatest(permitted_until, begun_until) < address_cutoff;
  delete from auth.one_time_tokens
  where user_id = any (page)
    and token_type in ('email_change_token_new', 'email_change_token_current', 'phone_change_token')
    and created_at at time zone 'utc' < address_cutoff;

  unwanted := array(
    select users.id from auth.users
    where users.id = any (page)
      and (
        private.is_idle_guest(users, guest_cutoff)
        or (
          not users.is_anonymous
          and users.email_confirmed_at is null
          and users.phone_confirmed_at is null
          and users.last_sign_in_at is null
          and users.created_at < address_cutoff
        )
      )
    for update skip locked
  );
  unused_workspaces := array(select workspace_id from public.workspace_members where user_id = any (unwanted));
  delete from auth.users where id = any (unwanted);
  get diagnostics deleted = row_count;
  delete from public.workspaces
  where id = any (unused_workspaces)
    and not exists (select from public.workspace_members where workspace_id = workspaces.id)
    and not exists (select from public.meetings where workspace_id = workspaces.id);
  next := case when cardinality(page) = p_limit then jsonb_build_object('id', page[p_limit]) end;
end
$$;

-- As before, and names a code by SMS `sms`, which Auth calls `otp`.
create or replace function private.session_json(p_session auth.sessions) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  is_by_sms boolean := exists (select from private.sms_sessions where session_id = p_session.id);
begin
  return jsonb_build_object(
    'id', p_session.id,
    'current', p_session.id is not distinct from private.own_session_id(),
    'user_agent', coalesce(
      (select user_agent from private.session_origins where session_id = p_session.id), left(p_session.user_agent, 400)
    ),
    'country', (select country from private.session_origins where session_id = p_session.id),
    'started_at', p_session.created_at,
    'last_seen', greatest(p_session.created_at, p_session.refreshed_at at time zone 'utc'),
    'methods', array(
      select case when is_by_sms and authentication_method = 'otp' then 'sms' else authentication_method end
      from auth.mfa_amr_claims where session_id = p_session.id order by created_at limit 10
    )
  );
end
$$;
