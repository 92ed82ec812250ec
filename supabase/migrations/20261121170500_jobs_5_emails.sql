-- The outbox of emails. `send-emails` hands them to the operator's provider.
--
-- `id` is the idempotency key at the provider. `key` is that of the sender in the database: an email that is enqueued
-- twice is sent once. `template` and `payload` become a text in the language of `locale` when the email is sent.
--
-- An email is `waiting` until the provider accepted it (`sent`), or until it was refused or tried too often (`dead`).
-- `lease` identifies the sender that holds the email until `lease_until`. A sender with an older lease has lost it.

create table private.outbox_emails (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (char_length(key) between 1 and 200),
  recipient text not null check (char_length(recipient) between 3 and 254),
  template text not null check (template ~ '^[a-z][a-z-]{0,39}$'),
  locale text not null check (private.is_locale(locale)),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= 8192),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts int not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  lease uuid,
  lease_until timestamptz,
  -- The reason of the last failure: `status 500`, `timeout`. Never text of the provider.
  last_error text check (char_length(last_error) <= 80),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((lease is null) = (lease_until is null)),
  check ((state = 'waiting') = (ended_at is null))
);
revoke all on private.outbox_emails from public, anon, authenticated, service_role;
alter table private.outbox_emails enable row level security;

create index outbox_emails_waiting_idx on private.outbox_emails (next_attempt_at) where state = 'waiting';
create index outbox_emails_ended_at_idx on private.outbox_emails (ended_at) where ended_at is not null;

-- Adds an email to the outbox, in the transaction of its cause. A repeat with the same key adds nothing.
create function private.enqueue_email(
  p_key text, p_recipient text, p_template text, p_locale text, p_payload jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.outbox_emails (key, recipient, template, locale, payload)
  values (p_key, p_recipient, p_template, coalesce(p_locale, 'en'), p_payload)
  on conflict (key) do nothing;
end
$$;

-- Adds an operator's test email.
create function private.enqueue_test_email(p_recipient text, p_locale text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_email('test:' || gen_random_uuid(), p_recipient, 'test', p_locale);
end
$$;
grant execute on function private.enqueue_test_email(text, text) to service_role;

create function public.enqueue_test_email(p_recipient text, p_locale text) returns void
language sql security invoker set search_path = '' as $$
  select private.enqueue_test_email(p_recipient, p_locale)
$$;
grant execute on function public.enqueue_test_email(text, text) to service_role;

-- Leases due emails. Two senders get different ones. A lease far in the future was given before the clock was set
-- back, and does not count.
create function private.lease_emails(p_limit int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  new_lease uuid := gen_random_uuid();
  emails jsonb;
begin
  with due as (
    select id from private.outbox_emails
    where state = 'waiting'
      and next_attempt_at <= now()
      and (
        lease_until is null
        or lease_until <= now()
        or lease_until > now() + 2 * private.limit_interval('email.leaseMs')
      )
    order by next_attempt_at
    limit least(p_limit, private.limit_value('email.perBatch')::int)
    for update skip locked
  ),
  leased as (
    update private.outbox_emails
    set lease = new_lease, lease_until = now() + private.limit_interval('email.leaseMs')
    where id in (select id from due)
    returning id, recipient, template, locale, payload
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id, 'recipient', recipient, 'template', template, 'locale', locale, 'payload', payload
      )
    ),
    '[]'
  )
  into emails
  from leased;
  return jsonb_build_object('lease', new_lease, 'emails', emails);
end
$$;
grant execute on function private.lease_emails(int) to service_role;

create function public.lease_emails(p_limit int) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.lease_emails(p_limit)
$$;
grant execute on function public.lease_emails(int) to service_role;

-- Stores what became of an email: `sent`, `refused` (never again), `unknown` (again with the same id, later each time,
-- up to `email.maxAttempts`), or `account` (the provider refused the account, so the attempt does not count).
-- Returns the new state, or null if the sender has lost its lease.
create function private.settle_email(p_id uuid, p_lease uuid, p_outcome text, p_error text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  email private.outbox_emails;
begin
  if p_outcome is null or p_outcome not in ('sent', 'refused', 'unknown', 'account') then
    perform private.raise_error('request/invalid');
  end if;
  select * into email from private.outbox_emails where id = p_id and lease = p_lease and state = 'waiting' for update;
  if not found then
    return null;
  end if;
  if p_outcome <> 'account' then
    email.attempts := email.attempts + 1;
  end if;
  email.state := case
    when p_outcome = 'sent' then 'sent'
    when p_outcome = 'refused' then 'dead'
    when email.attempts >= private.limit_value('email.maxAttempts') then 'dead'
    else 'waiting'
  end;
  update private.outbox_emails
  set
    state = email.state,
    attempts = email.attempts,
    -- 1, 2, 4 … minutes, at most an hour. All attempts end within the day for which providers remember a key.
    next_attempt_at = now() + case p_outcome
      when 'account' then interval '5 minutes'
      else least(interval '1 hour', interval '1 minute' * 2 ^ greatest(0, least(email.attempts - 1, 6)))
    end,
    lease = null,
    lease_until = null,
    last_error = p_error,
    ended_at = case when email.state <> 'waiting' then now() end
  where id = p_id;
  return email.state;
end
$$;
grant execute on function private.settle_email(uuid, uuid, text, text) to service_role;

create function public.settle_email(p_id uuid, p_lease uuid, p_outcome text, p_error text default null) returns text
language sql security invoker set search_path = '' as $$
  select private.settle_email(p_id, p_lease, p_outcome, p_error)
$$;
grant execute on function public.settle_email(uuid, uuid, text, text) to service_role;

-- Deletes emails that ended: sent ones after the day for which their key counts, dead ones after a month. A step of
-- the job `sweep`.
create function private.sweep_emails(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
begin
  delete from private.outbox_emails
  where id in (
    select id from private.outbox_emails
    where ended_at < p_now - make_interval(days => private.limit_value('retention.sentEmailDays')::int)
      and (
        state = 'sent'
        or ended_at < p_now - make_interval(days => private.limit_value('retention.deadEmailDays')::int)
      )
    limit p_limit
    for update skip locked
  );
  get diagnostics deleted = row_count;
  next := case when deleted = p_limit then '{}'::jsonb end;
end
$$;
