-- Returns the state of emails about planned meetings, and decides which of those that wait are still wanted.

-- Stores what became of an email. A failure of one of several stays.
create function private.store_plan_email_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.series_invitees
  set email_state = case when new.state = 'sent' and email_state is distinct from 'failed' then 'sent' else 'failed' end
  where id = new.invitee_id;
  return null;
end
$$;

create trigger store_plan_email_state
after update of state on private.outbox_emails
for each row when (new.template = 'plan' and new.state <> 'waiting' and new.invitee_id is not null)
execute function private.store_plan_email_state();

-- Returns whether an email that waits may still be sent: its address is that of the invitee, is subscribed, and is not that of a former
-- member, except for a cancellation.
create function private.is_plan_email_wanted(p_invitee public.series_invitees, p_email private.outbox_emails) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_email.recipient is not distinct from private.address_of_invitee(p_invitee)
    and not private.is_unsubscribed(p_email.recipient)
    and (
      p_invitee.user_id is null
      or p_email.payload ->> 'kind' = 'cancellation'
      or private.membership_role(p_invitee.user_id, p_invitee.workspace_id) is not null
    );
end
$$;

-- Deletes emails that wait and are not wanted any more, and gives those up that wait too long.
create or replace function private.drop_waiting_emails() returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.outbox_emails
  where id in (
    select emails.id
    from private.outbox_emails as emails
    join private.confirmation_links as links on links.token_hash = emails.link
    where emails.state = 'waiting' and not private.is_email_wanted(links, emails.recipient)
    for update of emails skip locked
  );
  delete from private.outbox_emails
  where id in (
    select emails.id
    from private.outbox_emails as emails
    join public.series_invitees as invitees on invitees.id = emails.invitee_id
    where emails.state = 'waiting' and not private.is_plan_email_wanted(invitees, emails)
    for update of emails skip locked
  );
  update private.outbox_emails
  set state = 'dead', ended_at = now(), lease = null, lease_until = null, last_error = 'waited too long'
  where id in (
    select id from private.outbox_emails
    where state = 'waiting' and created_at < now() - private.limit_interval('email.maxWaitMs')
    for update skip locked
  );
end
$$;

-- Returns the invitees of a series. `p_addresses`: with their email addresses, and what became of the emails to them.
create or replace function private.series_invitees(p_series_id uuid, p_addresses boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', invitees.id,
          'user_id', invitees.user_id,
          'email', case when p_addresses then invitees.email end,
          'name', profiles.display_name,
          'language', coalesce(invitees.language, profiles.reads),
          'zone', coalesce(invitees.zone, profiles.time_zone),
          'answer', invitees.answer,
          'answered_at', invitees.answered_at,
          'proposal', private.proposal_json(invitees),
          'email_state', case when p_addresses then private.invitee_email_state(invitees) end
        )
        order by invitees.invited_at, invitees.id
      ),
      '[]'
    )
    from public.series_invitees as invitees
    left join public.profiles on profiles.id = invitees.user_id
    where invitees.series_id = p_series_id and invitees.removed_at is null
  );
end
$$;

-- Returns `stopped` for an address without emails, and `none` for a member without an address.
create function private.invitee_email_state(p_invitee public.series_invitees) returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := private.address_of_invitee(p_invitee);
begin
  return case
    when address is null then 'none'
    when private.is_unsubscribed(address) then 'stopped'
    when exists (select from private.plan_notices where invitee_id = p_invitee.id) then 'waiting'
    else p_invitee.email_state
  end;
end
$$;
