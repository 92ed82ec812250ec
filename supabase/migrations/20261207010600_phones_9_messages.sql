-- Messages about deletions and lost factors to people without an address (decision 057), and the limits of all SMS of the outbox.

-- Gives up the notices by SMS of a lease that are above a limit. Each costs money, and an account could cause them all day. One that was tried
-- before has been counted.
create function private.limit_leased_sms(p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  message record;
begin
  for message in
    select id, recipient from private.outbox_emails
    where id = any (p_ids) and recipient ~ '^\+[0-9]+$' and last_error is null
    order by created_at, id
  loop
    if not private.count_sign_in('sms.noticesOfNumberInDay', message.recipient) or not private.count_sign_in('sms.noticesInDay', '') then
      update private.outbox_emails
      set state = 'dead', ended_at = now(), lease = null, lease_until = null, last_error = 'too many SMS'
      where id = message.id;
    end if;
  end loop;
end
$$;

-- As before, without SMS above their limits. A batch of nothing else is no reason to stop: emails wait behind it.
create or replace function private.lease_emails(p_limit int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  new_lease uuid := gen_random_uuid();
  leased_ids uuid[];
  emails jsonb;
begin
  perform private.drop_waiting_emails();
  for batch in 1..50 loop
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
      returning id
    )
    select array_agg(id) into leased_ids from leased;
    perform private.limit_leased_sms(leased_ids);
    select jsonb_agg(
      jsonb_build_object(
        'id', id, 'recipient', recipient, 'template', template, 'locale', locale, 'payload', payload
      )
    )
    into emails
    from private.outbox_emails
    where id = any (leased_ids) and lease = new_lease;
    exit when leased_ids is null or emails is not null;
  end loop;
  return jsonb_build_object('lease', new_lease, 'emails', coalesce(emails, '[]'));
end
$$;
