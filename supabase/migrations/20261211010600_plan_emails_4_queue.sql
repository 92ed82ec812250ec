-- The emails that the notices come to: invitations, updates of a series or of single occurrences, cancellations.

-- Returns the emails of one kind that all may get in a day: half of the operator's number, or of the default for null.
create function private.plan_emails_in_day(p_in_day int) returns int
language plpgsql immutable set search_path = '' as $$
begin
  return (coalesce(p_in_day, private.limit_value('plans.emailsInDay')::int) + 1) / 2;
end
$$;

-- Returns whether the shares of a day have room for an email to an address. A workspace has half of `p_in_day` at most, which is the
-- share of all. The caller counts that one.
create function private.has_plan_email_left(
  p_address_hash bytea, p_series public.meeting_series, p_reminder boolean, p_in_day int
) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  since constant timestamptz := now() - interval '1 day';
  of_address int;
  of_series int;
begin
  select count(*), count(*) filter (where series_id = p_series.id) into of_address, of_series
  from private.plan_emails
  where address_hash = p_address_hash and reminder = p_reminder and queued_at > since;
  return case
    when p_reminder then of_address < private.limit_value('plans.remindersPerAddressInDay')
    else
      of_address < private.limit_value('plans.emailsPerAddressInDay')
      and of_series < private.limit_value('plans.emailsPerAddressOfSeriesInDay')
  end
  and (
    select count(*) from private.plan_emails
    where workspace_id = p_series.workspace_id and reminder = p_reminder and queued_at > since
  ) < least(private.limit_value('plans.emailsPerWorkspaceInDay'), (p_in_day + 1) / 2);
end
$$;

create function private.is_unsubscribed(p_address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.unsubscribed_addresses where address_hash = private.address_hash(p_address));
end
$$;

-- Returns the email that an invitee is to get now, or null for none. An invitation that failed is sent as a whole.
create function private.plan_email_kind(
  p_invitee public.series_invitees, p_series public.meeting_series, p_again boolean
) returns text
language plpgsql stable set search_path = '' as $$
begin
  if p_series.cancelled_at is null
    and (
      p_series.ends_at <= now() or (select private.has_ended(meetings) from public.meetings where id = p_series.meeting_id)
    )
  then
    return null;
  elsif p_invitee.removed_at is not null or p_series.cancelled_at is not null then
    return case when p_invitee.announced is not null then 'cancellation' end;
  elsif p_invitee.user_id is not null and private.membership_role(p_invitee.user_id, p_invitee.workspace_id) is null then
    return null;
  elsif p_invitee.announced is null or p_again or p_invitee.email_state = 'failed' then
    return 'invitation';
  end if;
  return case when p_invitee.announced < p_series.sequence then 'update' end;
end
$$;

-- Returns the occurrences that changed since a sequence. Null: the series did, or too many occurrences for an email each.
create function private.changed_occurrences(p_series public.meeting_series, p_since int) returns timestamp[]
language plpgsql stable set search_path = '' as $$
begin
  if p_since < p_series.sequence - private.limit_value('plans.changesKept') then
    return null;
  end if;
  return (
    select case
      when bool_and(key is not null) and count(distinct key) <= private.limit_value('plans.singleChanges')
      then array_agg(distinct key)
    end
    from private.series_changes where series_id = p_series.id and sequence > p_since
  );
end
$$;

-- Returns the message for an email, or null: that of the cancellation, or the last one of the changes that the invitee does not know yet.
-- `p_key`: of one occurrence.
create function private.plan_email_message(
  p_invitee public.series_invitees, p_series public.meeting_series, p_kind text, p_key timestamp
) returns text
language plpgsql stable set search_path = '' as $$
begin
  if p_kind = 'cancellation' then
    return case when p_invitee.removed_at is null then p_series.cancel_message end;
  end if;
  return (
    select message from private.series_changes
    where series_id = p_series.id
      and sequence > p_invitee.announced
      and message is not null
      and (p_key is null or key = p_key)
    order by sequence desc
    limit 1
  );
end
$$;

-- Returns what an email contains. `first`: the invitee has had none before. The token stays in the outbox until the email is sent.
create function private.plan_email_payload(
  p_invitee public.series_invitees, p_series public.meeting_series, p_kind text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  profile public.profiles;
begin
  select * into profile from public.profiles where id = p_invitee.user_id;
  return jsonb_build_object(
    'kind', p_kind,
    'first', p_invitee.announced is null,
    'token', private.new_invitee_token(p_invitee.id),
    'series_id', p_series.id,
    'sequence', p_series.sequence,
    'stamp', now(),
    'message', private.plan_email_message(p_invitee, p_series, p_kind, null),
    'title', p_series.title,
    'language', p_series.language,
    'agenda', p_series.agenda,
    'times', private.series_times(p_series),
    'overrides', private.series_overrides(p_series.id),
    'organizer', (select display_name from public.profiles where id = p_series.organizer),
    'workspace', (select name from public.workspaces where id = p_series.workspace_id),
    'code', (select code from public.meetings where id = p_series.meeting_id),
    'name', profile.display_name,
    'address', private.address_of_invitee(p_invitee),
    'answer', p_invitee.answer,
    'reads', coalesce(p_invitee.language, profile.reads, p_series.language),
    'zone', coalesce(p_invitee.zone, profile.time_zone, p_series.zone)
  );
end
$$;

create function private.enqueue_plan_email(
  p_invitee public.series_invitees, p_series public.meeting_series, p_template text, p_payload jsonb
) returns void
language plpgsql set search_path = '' as $$
declare
  address constant text := p_payload ->> 'address';
begin
  insert into private.plan_emails (reminder, address_hash, series_id, workspace_id)
  values (p_template <> 'plan', private.address_hash(address), p_series.id, p_series.workspace_id);
  insert into private.outbox_emails (key, recipient, template, locale, payload, invitee_id)
  values ('plan:' || gen_random_uuid(), address, p_template, 'en', p_payload, p_invitee.id);
end
$$;

-- Deletes emails to an invitee that wait and are out of date now. Returns what those contained that no provider has got.
create function private.drop_outdated_plan_emails(p_invitee_id uuid) returns jsonb[]
language plpgsql set search_path = '' as $$
declare
  dropped jsonb[];
begin
  with outdated as (
    select id from private.outbox_emails
    where invitee_id = p_invitee_id
      and template = 'plan'
      and state = 'waiting'
      and (lease_until is null or lease_until <= now())
    for update skip locked
  ),
  deleted as (
    delete from private.outbox_emails where id in (select id from outdated) returning payload, attempts
  )
  select array_agg(jsonb_build_object('first', payload -> 'first', 'message', payload -> 'message')) filter (where attempts = 0) into dropped from deleted;
  return coalesce(dropped, '{}');
end
$$;

-- Adds the emails of a notice to the outbox, and returns their number. A notice that has no share left today waits.
create function private.queue_plan_notice(p_invitee_id uuid, p_again boolean, p_in_day int) returns int
language plpgsql set search_path = '' as $$
declare
  invitee public.series_invitees;
  series public.meeting_series;
  address text;
  kind text;
  dropped jsonb[];
  keys timestamp[];
  payload jsonb;
begin
  select * into invitee from public.series_invitees where id = p_invitee_id;
  select * into series from public.meeting_series where id = invitee.series_id;
  address := private.address_of_invitee(invitee);
  kind := private.plan_email_kind(invitee, series, p_again);
  if kind is null
    or coalesce(char_length(address) > private.limit_value('workspaces.email.max'), true)
    or private.is_unsubscribed(address)
  then
    delete from private.plan_notices where invitee_id = invitee.id;
    return 0;
  elsif not private.has_plan_email_left(private.address_hash(address), series, false, p_in_day) then
    update private.plan_notices set due_at = now() + private.limit_interval('plans.emailPauseMs')
    where invitee_id = invitee.id;
    return 0;
  end if;
  dropped := private.drop_outdated_plan_emails(invitee.id);
  if exists (select from unnest(dropped) as email where (email ->> 'first')::boolean) then
    invitee.announced := null;
    kind := case when kind <> 'cancellation' then 'invitation' end;
  end if;
  if kind = 'update' and dropped = '{}' then
    keys := private.changed_occurrences(series, invitee.announced);
  end if;
  delete from private.plan_notices where invitee_id = invitee.id;
  update public.series_invitees
  set
    announced = case when kind in ('invitation', 'update') then series.sequence end,
    email_state = case when kind is not null then 'waiting' end
  where id = invitee.id;
  if keys is not null then
    perform private.enqueue_plan_email(
      invitee, series, 'plan',
      private.plan_email_payload(invitee, series, 'occurrence')
        || jsonb_build_object(
          'key', private.local_time_text(key), 'message', private.plan_email_message(invitee, series, 'occurrence', key)
        )
    )
    from unnest(keys) as key;
    return cardinality(keys);
  elsif kind is not null then
    payload := private.plan_email_payload(invitee, series, kind);
    -- An update takes over the message of the one that it replaces.
    if kind = 'update' and payload ->> 'message' is null then
      payload := payload || jsonb_build_object('message', (select max(email ->> 'message') from unnest(dropped) as email));
    end if;
    perform private.enqueue_plan_email(invitee, series, 'plan', payload);
    return 1;
  end if;
  return 0;
end
$$;

-- Adds the emails that are due to the outbox, and returns their number. `p_in_day` is the operator's number for all in a day, null is the
-- default. Workspaces take turns, so the notices of one never stand before those of others. Two runs at once look at different ones.
create function private.queue_plan_emails(p_limit int, p_in_day int) returns int
language plpgsql security definer set search_path = '' as $$
declare
  in_day constant int := private.plan_emails_in_day(p_in_day);
  room int;
  notice record;
  queued int := 0;
begin
  delete from private.plan_emails where queued_at < now() - interval '1 day';
  select least(p_limit, private.limit_value('plans.emailsPerRun'), in_day - count(*)) into room
  from private.plan_emails where not reminder;
  if room <= 0 then
    return 0;
  end if;
  for notice in
    with due as (
      select notices.*
      from (select distinct workspace_id from private.plan_notices where due_at <= now()) as waiting
      cross join lateral (
        select invitee_id, workspace_id, due_at, again from private.plan_notices
        where workspace_id = waiting.workspace_id and due_at <= now()
        order by due_at
        limit private.limit_value('plans.emailsPerRun')
        for update skip locked
      ) as notices
    )
    select invitee_id, again from due
    order by row_number() over (partition by workspace_id order by due_at, invitee_id), due_at, invitee_id
    limit private.limit_value('plans.noticesPerRun')
  loop
    queued := queued + private.queue_plan_notice(notice.invitee_id, notice.again, in_day);
    exit when queued >= room;
  end loop;
  return queued;
end
$$;
grant execute on function private.queue_plan_emails(int, int) to service_role;

create function public.queue_plan_emails(p_limit int, p_in_day int default null) returns int
language sql security invoker set search_path = '' as $$
  select private.queue_plan_emails(p_limit, p_in_day)
$$;
grant execute on function public.queue_plan_emails(int, int) to service_role;

-- Before a meeting is deleted with its series, adds the cancellations that are due. They no longer belong to an invitee, and have no link.
create function private.send_last_cancellations() returns trigger
language plpgsql set search_path = '' as $$
declare
  in_day constant int := private.plan_emails_in_day(null);
  room int;
  notice record;
begin
  if not exists (select from public.meeting_series where meeting_id = old.id) then
    return old;
  end if;
  select in_day - count(*) into room from private.plan_emails where not reminder and queued_at > now() - interval '1 day';
  for notice in
    select notices.invitee_id
    from private.plan_notices as notices
    join public.series_invitees as invitees on invitees.id = notices.invitee_id and invitees.announced is not null
    join public.meeting_series as series on series.id = invitees.series_id
    where series.meeting_id = old.id
      and (series.cancelled_at is not null or invitees.removed_at is not null)
    order by notices.invitee_id
    limit greatest(room, 0)
  loop
    perform private.queue_plan_notice(notice.invitee_id, false, in_day);
  end loop;
  update private.outbox_emails
  set invitee_id = null, payload = payload || '{"token": null}'
  where state = 'waiting'
    and template = 'plan'
    and payload ->> 'kind' = 'cancellation'
    and invitee_id in (
      select invitees.id
      from public.series_invitees as invitees
      join public.meeting_series as series on series.id = invitees.series_id
      where series.meeting_id = old.id
    );
  return old;
end
$$;

create trigger send_last_cancellations
before delete on public.meetings
for each row execute function private.send_last_cancellations();
