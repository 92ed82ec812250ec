-- Reminders a day and ten minutes before an occurrence. The job `remind` adds them to the outbox.

-- One row for each reminder of an invitee, also for one that is not sent, so that no run makes it twice. An occurrence that moves has
-- other rows.
create table private.plan_reminders (
  invitee_id uuid not null references public.series_invitees on delete cascade,
  workspace_id uuid not null,
  key timestamp not null,
  starts_at timestamptz not null,
  kind text not null check (kind in ('day', 'soon')),
  outcome text not null check (outcome in ('queued', 'stopped', 'limited')),
  made_at timestamptz not null default now(),
  primary key (invitee_id, key, starts_at, kind)
);
revoke all on private.plan_reminders from public, anon, authenticated, service_role;
alter table private.plan_reminders enable row level security;

create index plan_reminders_starts_at_idx on private.plan_reminders (starts_at);
create index plan_reminders_limited_idx on private.plan_reminders (workspace_id, made_at) where outcome = 'limited';

-- Returns the reminders of a kind that are due and have no row, the earliest occurrence first. A run that comes late makes up for others
-- until the next kind is due, or the meeting starts. Invitees whose invitation is younger, or who declined, get none.
create function private.due_reminders(p_kind text, p_limit int) returns table (
  invitee public.series_invitees, series public.meeting_series, key timestamp, starts_at timestamptz, ends_at timestamptz
)
language plpgsql stable set search_path = '' as $$
declare
  soon constant interval := private.limit_interval('plans.reminderSoonMs');
  lead constant interval := case when p_kind = 'soon' then soon else private.limit_interval('plans.reminderDayMs') end;
  latest constant timestamptz := now() + case when p_kind = 'soon' then interval '0' else soon end;
begin
  return query
  select invitees, due_series, occurrences.key, occurrences.starts_at, occurrences.ends_at
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
    and not exists (
      select from private.plan_reminders as made
      where made.invitee_id = invitees.id
        and made.key = occurrences.key
        and made.starts_at = occurrences.starts_at
        and made.kind = p_kind
    )
  order by occurrences.starts_at, invitees.id
  limit p_limit;
end
$$;

create function private.reminder_payload(
  p_invitee public.series_invitees, p_series public.meeting_series, p_kind text, p_starts_at timestamptz, p_ends_at timestamptz
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  profile public.profiles;
begin
  select * into profile from public.profiles where id = p_invitee.user_id;
  return jsonb_build_object(
    'kind', p_kind,
    'token', private.new_invitee_token(p_invitee.id),
    'title', p_series.title,
    'language', p_series.language,
    'organizer', (select display_name from public.profiles where id = p_series.organizer),
    'workspace', (select name from public.workspaces where id = p_series.workspace_id),
    'code', (select code from public.meetings where id = p_series.meeting_id),
    'address', private.address_of_invitee(p_invitee),
    'reads', coalesce(p_invitee.language, profile.reads, p_series.language),
    'zone', coalesce(p_invitee.zone, profile.time_zone, p_series.zone),
    'starts_at', p_starts_at,
    'ends_at', p_ends_at
  );
end
$$;

-- Returns what becomes of a reminder: `stopped` for people who get no email, `limited` without a share of the day.
create function private.reminder_outcome(
  p_invitee public.series_invitees, p_series public.meeting_series, p_room int, p_in_day int
) returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := private.address_of_invitee(p_invitee);
begin
  if coalesce(char_length(address) > private.limit_value('workspaces.email.max'), true)
    or (p_invitee.user_id is not null and private.membership_role(p_invitee.user_id, p_invitee.workspace_id) is null)
    or private.is_unsubscribed(address)
  then
    return 'stopped';
  elsif p_room <= 0 or not private.has_plan_email_left(private.address_hash(address), p_series, true, p_in_day) then
    return 'limited';
  end if;
  return 'queued';
end
$$;

-- Adds reminders that are due to the outbox, those of meetings that start soon first. `p_in_day` is the operator's number for all emails about
-- planned meetings in a day, null is the default. `more`: further ones are due. Two runs at once add each reminder once: the second
-- waits for the row of the first.
create function private.queue_reminders(p_limit int, p_in_day int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  in_day constant int := private.plan_emails_in_day(p_in_day);
  most constant int := least(p_limit, private.limit_value('plans.remindersPerStep'));
  room int;
  reminder_kind text;
  due record;
  fate text;
  looked int := 0;
  queued int := 0;
begin
  delete from private.plan_reminders where starts_at < now() - interval '2 days';
  delete from private.plan_emails where queued_at < now() - interval '1 day';
  select in_day - count(*) into room from private.plan_emails where reminder;
  foreach reminder_kind in array array['soon', 'day'] loop
    for due in select * from private.due_reminders(reminder_kind, most - looked) loop
      looked := looked + 1;
      fate := private.reminder_outcome(due.invitee, due.series, room - queued, in_day);
      insert into private.plan_reminders (invitee_id, workspace_id, key, starts_at, kind, outcome)
      values ((due.invitee).id, (due.series).workspace_id, due.key, due.starts_at, reminder_kind, fate)
      on conflict do nothing;
      continue when not found or fate <> 'queued';
      perform private.enqueue_plan_email(
        due.invitee, due.series, 'plan-reminder',
        private.reminder_payload(due.invitee, due.series, reminder_kind, due.starts_at, due.ends_at)
      );
      queued := queued + 1;
    end loop;
  end loop;
  return jsonb_build_object('queued', queued, 'more', looked >= most);
end
$$;
grant execute on function private.queue_reminders(int, int) to service_role;

create function public.queue_reminders(p_limit int, p_in_day int default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.queue_reminders(p_limit, p_in_day)
$$;
grant execute on function public.queue_reminders(int, int) to service_role;

-- Returns whether a reminder that waits may still be sent: its occurrence is to start at the same time, and the invitee has not declined.
create function private.is_reminder_wanted(p_invitee public.series_invitees, p_starts_at timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_starts_at > now()
    and p_invitee.removed_at is null
    and p_invitee.answer <> 'no'
    and exists (
      select from public.series_occurrences where series_id = p_invitee.series_id and starts_at = p_starts_at
    );
end
$$;

-- Returns whether an email that waits may still be sent: its address is that of the invitee, is subscribed, and is not that of a former
-- member, except for a cancellation.
create or replace function private.is_plan_email_wanted(p_invitee public.series_invitees, p_email private.outbox_emails) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_email.recipient is not distinct from private.address_of_invitee(p_invitee)
    and not private.is_unsubscribed(p_email.recipient)
    and (
      p_invitee.user_id is null
      or p_email.payload ->> 'kind' = 'cancellation'
      or private.membership_role(p_invitee.user_id, p_invitee.workspace_id) is not null
    )
    and (
      p_email.template <> 'plan-reminder'
      or private.is_reminder_wanted(p_invitee, (p_email.payload ->> 'starts_at')::timestamptz)
    );
end
$$;

-- The job `remind` has runs as the others.
alter table private.job_runs
  drop constraint job_runs_job_check,
  add constraint job_runs_job_check check (job in ('sweep', 'sweep-broadcasts', 'send-emails', 'remind'));

-- Returns the last success and the error of the last ended run of each job that ever ran. For monitoring: it contains
-- nothing about users.
create or replace function private.jobs_json() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_object_agg(
        jobs.name,
        jsonb_build_object(
          'last_success', private.last_success(jobs.name),
          'error', (
            select error from private.job_runs where job = jobs.name and ended_at is not null order by id desc limit 1
          )
        )
      ),
      '{}'
    )
    from unnest(array['sweep', 'sweep-broadcasts', 'send-emails', 'remind']) as jobs (name)
    where exists (select from private.job_runs where job = jobs.name)
  );
end
$$;
