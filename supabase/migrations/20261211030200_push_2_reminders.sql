-- Reminders by Web Push of people who switched them on. The job `remind` adds them and sends them.

-- One row for each reminder of an invitee with a device, also for one that is not sent, so that no run makes it twice.
create table private.push_reminders (
  invitee_id uuid not null references public.series_invitees on delete cascade,
  key timestamp not null,
  starts_at timestamptz not null,
  kind text not null check (kind in ('day', 'soon')),
  user_id uuid not null references public.profiles on delete cascade,
  outcome text not null check (outcome in ('queued', 'quiet', 'limited')),
  made_at timestamptz not null default now(),
  primary key (invitee_id, key, starts_at, kind)
);
revoke all on private.push_reminders from public, anon, authenticated, service_role;
alter table private.push_reminders enable row level security;

create index push_reminders_starts_at_idx on private.push_reminders (starts_at);
create index push_reminders_user_id_made_at_idx on private.push_reminders (user_id, made_at);

-- A message to one device. It has no text: title and language are read when it is sent. `due_at`: nobody else takes it until then.
create table private.push_messages (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references private.push_subscriptions on delete cascade,
  invitee_id uuid not null,
  key timestamp not null,
  starts_at timestamptz not null,
  kind text not null,
  expires_at timestamptz not null,
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  lease uuid,
  foreign key (invitee_id, key, starts_at, kind) references private.push_reminders on delete cascade
);
revoke all on private.push_messages from public, anon, authenticated, service_role;
alter table private.push_messages enable row level security;

create index push_messages_due_at_idx on private.push_messages (due_at);
create index push_messages_subscription_id_idx on private.push_messages (subscription_id);
create index push_messages_reminder_idx on private.push_messages (invitee_id, key, starts_at, kind);
create index push_messages_lease_idx on private.push_messages (lease) where lease is not null;

-- Returns the hour of the local day. A zone that Postgres does not know counts as UTC, so that no zone stops the job.
create function private.local_hour(p_at timestamptz, p_zone text) returns int
language plpgsql stable set search_path = '' as $$
begin
  return extract(hour from p_at at time zone coalesce(p_zone, 'UTC'))::int;
exception when invalid_parameter_value then
  return extract(hour from p_at at time zone 'UTC')::int;
end
$$;

-- Returns whether a person has quiet hours now. They may include midnight.
create function private.is_quiet(p_user_id uuid, p_zone text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  quiet private.push_quiet_hours;
  first int;
  past int;
  hour_now constant int := private.local_hour(now(), p_zone);
begin
  select * into quiet from private.push_quiet_hours where user_id = p_user_id;
  first := coalesce(quiet.from_hour, private.limit_value('push.quietFrom'));
  past := coalesce(quiet.until_hour, private.limit_value('push.quietUntil'));
  return case
    when first <= past then hour_now >= first and hour_now < past
    else hour_now >= first or hour_now < past
  end;
end
$$;

-- Returns the zone of a person: that of the profile, else that of the invitation or the meeting.
create function private.zone_of_invitee(p_invitee public.series_invitees, p_series public.meeting_series) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((select time_zone from public.profiles where id = p_invitee.user_id), p_invitee.zone, p_series.zone);
end
$$;

-- Returns the reminders of a kind that are due and have no row, the earliest occurrence first. The times are those of the emails. A device
-- that was added later gets none.
create function private.due_push_reminders(p_kind text, p_limit int) returns table (
  invitee public.series_invitees, series public.meeting_series, key timestamp, starts_at timestamptz, since timestamptz
)
language plpgsql stable set search_path = '' as $$
declare
  soon constant interval := private.limit_interval('plans.reminderSoonMs');
  lead constant interval := case when p_kind = 'soon' then soon else private.limit_interval('plans.reminderDayMs') end;
  latest constant timestamptz := now() + case when p_kind = 'soon' then interval '0' else soon end;
begin
  return query
  select invitees, due_series, occurrences.key, occurrences.starts_at, occurrences.starts_at - lead
  from public.series_occurrences as occurrences
  join public.meeting_series as due_series on due_series.id = occurrences.series_id and due_series.cancelled_at is null
  join public.meetings on meetings.id = due_series.meeting_id and not private.has_ended(meetings)
  join public.series_invitees as invitees
    on invitees.series_id = due_series.id
    and invitees.removed_at is null
    and invitees.answer <> 'no'
    and invitees.invited_at < occurrences.starts_at - lead
  where occurrences.starts_at > latest
    and occurrences.starts_at <= now() + lead
    and exists (
      select from private.push_subscriptions as devices
      where devices.user_id = invitees.user_id and devices.created_at < occurrences.starts_at - lead
    )
    and private.membership_role(invitees.user_id, due_series.workspace_id) is not null
    and not exists (
      select from private.push_reminders as made
      where made.invitee_id = invitees.id
        and made.key = occurrences.key
        and made.starts_at = occurrences.starts_at
        and made.kind = p_kind
    )
  order by occurrences.starts_at, invitees.id
  limit p_limit;
end
$$;

-- Returns what becomes of a reminder: in quiet hours it is dropped, because a message in the morning would be no reminder any more.
create function private.push_outcome(p_user_id uuid, p_zone text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if private.is_quiet(p_user_id, p_zone) then
    return 'quiet';
  elsif (
    select count(*) from private.push_reminders
    where user_id = p_user_id and made_at > now() - interval '1 day' and outcome = 'queued'
  ) >= private.limit_value('push.remindersPerPersonInDay') then
    return 'limited';
  end if;
  return 'queued';
end
$$;

-- Adds a message for each device to each reminder that is due. `more`: further ones are due. Of two runs at once, the second waits for the
-- row of the first and adds nothing.
create function private.queue_push(p_limit int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant int := least(p_limit, private.limit_value('push.remindersPerStep'));
  reminder_kind text;
  due record;
  fate text;
  looked int := 0;
  queued int := 0;
begin
  delete from private.push_reminders where starts_at < now() - interval '2 days';
  foreach reminder_kind in array array['soon', 'day'] loop
    for due in select * from private.due_push_reminders(reminder_kind, most - looked) loop
      looked := looked + 1;
      fate := private.push_outcome((due.invitee).user_id, private.zone_of_invitee(due.invitee, due.series));
      insert into private.push_reminders (invitee_id, key, starts_at, kind, user_id, outcome)
      values ((due.invitee).id, due.key, due.starts_at, reminder_kind, (due.invitee).user_id, fate)
      on conflict do nothing;
      continue when not found or fate <> 'queued';
      insert into private.push_messages (subscription_id, invitee_id, key, starts_at, kind, expires_at)
      select
        id, (due.invitee).id, due.key, due.starts_at, reminder_kind,
        due.starts_at - case
          when reminder_kind = 'soon' then interval '0' else private.limit_interval('plans.reminderSoonMs')
        end
      from private.push_subscriptions
      where user_id = (due.invitee).user_id and created_at < due.since;
      queued := queued + 1;
    end loop;
  end loop;
  return jsonb_build_object('queued', queued, 'more', looked >= most);
end
$$;
grant execute on function private.queue_push(int) to service_role;

create function public.queue_push(p_limit int) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.queue_push(p_limit)
$$;
grant execute on function public.queue_push(int) to service_role;

-- Returns a message with all that its device needs, or null if it is not to be sent any more.
create function private.push_message_json(p_message private.push_messages) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  invitee public.series_invitees;
  series public.meeting_series;
  device private.push_subscriptions;
begin
  select * into invitee from public.series_invitees where id = p_message.invitee_id;
  select * into series from public.meeting_series where id = invitee.series_id;
  select * into device from private.push_subscriptions where id = p_message.subscription_id;
  if p_message.expires_at <= now()
    or p_message.attempts >= private.limit_value('push.attempts')
    or series.cancelled_at is not null
    or device.user_id is distinct from invitee.user_id
    or private.membership_role(invitee.user_id, series.workspace_id) is null
    or not private.is_reminder_wanted(invitee, p_message.starts_at)
    or private.is_quiet(invitee.user_id, private.zone_of_invitee(invitee, series))
  then
    return null;
  end if;
  return jsonb_build_object(
    'id', p_message.id,
    'endpoint', device.endpoint,
    'p256dh', device.p256dh,
    'auth', device.auth,
    'kind', p_message.kind,
    -- A later message about the same occurrence replaces this one, in the push service and on the device.
    'topic', md5(format('%s %s', invitee.id, p_message.key)),
    'seconds', ceil(extract(epoch from p_message.expires_at - now()))::int,
    'title', series.title,
    'workspace', (select name from public.workspaces where id = series.workspace_id),
    'code', (select code from public.meetings where id = series.meeting_id),
    'reads', coalesce(invitee.language, (select reads from public.profiles where id = invitee.user_id), series.language),
    'zone', private.zone_of_invitee(invitee, series),
    'starts_at', p_message.starts_at
  );
end
$$;

-- Takes messages that are due, those that expire first. Nobody else takes them until the time of a repeat. `more`: the limit was reached.
create function private.lease_push(p_limit int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  own_lease constant uuid := gen_random_uuid();
  most constant int := least(p_limit, private.limit_value('push.messagesPerBatch'));
  due private.push_messages;
  message jsonb;
  messages jsonb := '[]';
  looked int := 0;
begin
  for due in
    select * from private.push_messages where due_at <= now()
    order by expires_at, id
    limit most
    for update skip locked
  loop
    looked := looked + 1;
    message := private.push_message_json(due);
    if message is null then
      delete from private.push_messages where id = due.id;
    else
      update private.push_messages
      set lease = own_lease, attempts = attempts + 1, due_at = now() + private.limit_interval('push.retryMs')
      where id = due.id;
      messages := messages || message;
    end if;
  end loop;
  return jsonb_build_object('lease', own_lease, 'messages', messages, 'more', looked >= most);
end
$$;
grant execute on function private.lease_push(int) to service_role;

create function public.lease_push(p_limit int) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.lease_push(p_limit)
$$;
grant execute on function public.lease_push(int) to service_role;

-- Records what became of leased messages, as an object of ids. `sent`: done. `gone`: the push service does not know the device any more.
-- `rejected`: it does not accept the message. `again`: it may accept the same message later.
create function private.settle_push(p_lease uuid, p_outcomes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  settled record;
begin
  for settled in
    select messages.id, messages.subscription_id, p_outcomes ->> messages.id::text as outcome
    from private.push_messages as messages
    where messages.lease = p_lease
  loop
    if settled.outcome = 'gone' then
      delete from private.push_subscriptions where id = settled.subscription_id;
    elsif settled.outcome = 'sent' then
      update private.push_subscriptions set failures = 0 where id = settled.subscription_id and failures > 0;
      delete from private.push_messages where id = settled.id;
    elsif settled.outcome = 'rejected' then
      update private.push_subscriptions set failures = failures + 1 where id = settled.subscription_id;
      delete from private.push_messages where id = settled.id;
    end if;
  end loop;
  delete from private.push_subscriptions where failures >= private.limit_value('push.rejections');
end
$$;
grant execute on function private.settle_push(uuid, jsonb) to service_role;

create function public.settle_push(p_lease uuid, p_outcomes jsonb) returns void
language sql security invoker set search_path = '' as $$
  select private.settle_push(p_lease, p_outcomes)
$$;
grant execute on function public.settle_push(uuid, jsonb) to service_role;
