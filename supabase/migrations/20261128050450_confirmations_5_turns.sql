-- Turns of the people who may get emails about confirmations. Each run of the job looks at a bounded number of rows, at people
-- first who have waited longest. So it ends however many lines are put to however many people, and nobody's lines stand before
-- those of others.

-- People with accounts to whom lines were put.
create table private.confirmation_turns (
  user_id uuid primary key references public.profiles on delete cascade,
  looked_at timestamptz not null default now(),
  -- The last call and line at which the previous turn looked.
  call_id uuid not null default '00000000-0000-0000-0000-000000000000',
  line_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- When nothing that was put to the person can be due any more.
  ends_at timestamptz not null
);
revoke all on private.confirmation_turns from public, anon, authenticated, service_role;
alter table private.confirmation_turns enable row level security;

create index confirmation_turns_looked_at_idx on private.confirmation_turns (looked_at, user_id);

-- Finds a person's calls in the order of turns.
create index attendance_user_id_call_id_idx on public.attendance (user_id, call_id);
drop index public.attendance_user_id_idx;

-- Gives turns to those of the users who have an account. A row that lasts long enough is not locked, because the job holds it.
create function private.give_confirmation_turns(p_user_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  slack constant interval := '1 hour';
  needed_until constant timestamptz := now() + private.limit_interval('confirmations.linkTtlMs');
begin
  insert into private.confirmation_turns as turns (user_id, ends_at)
  select users.id, needed_until + slack
  from auth.users
  where users.id = any (p_user_ids)
    and not users.is_anonymous
    and not exists (
      select from private.confirmation_turns as lasting where lasting.user_id = users.id and lasting.ends_at >= needed_until
    )
  -- In one order, so that transactions wait for each other without a deadlock.
  order by users.id
  on conflict (user_id) do update set ends_at = excluded.ends_at;
end
$$;

-- A line was put to everybody, or its text changed.
create function private.give_turns_to_attendees() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.give_confirmation_turns(array(select user_id from public.attendance where call_id = new.call_id));
  return null;
end
$$;
create trigger give_turns_to_attendees after insert or update of asked_at on public.confirmations
for each row execute function private.give_turns_to_attendees();

-- Somebody enters a call in which lines were put to everybody, or a guest's attendance becomes that of an account.
create function private.give_turn_to_attendee() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.confirmations where call_id = new.call_id) then
    perform private.give_confirmation_turns(array[new.user_id]);
  end if;
  return null;
end
$$;
create trigger give_turn_to_attendee after insert or update of user_id on public.attendance
for each row execute function private.give_turn_to_attendee();

-- A guest becomes an account.
create function private.give_turn_to_upgraded_guest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.attendance join public.confirmations using (call_id) where attendance.user_id = new.id
  ) then
    perform private.give_confirmation_turns(array[new.id]);
  end if;
  return null;
end
$$;
create trigger give_turn_to_upgraded_guest after update of is_anonymous on auth.users
for each row when (old.is_anonymous and not new.is_anonymous) execute function private.give_turn_to_upgraded_guest();

-- Returns whether a person gets emails about confirmations, and may get another one today.
create function private.may_get_confirmation_email(p_user_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select
    from public.profiles
    join auth.users on users.id = profiles.id
    where profiles.id = p_user_id
      and profiles.confirmation_emails
      -- As long as the outbox takes it. Auth takes longer ones, and an error here would stop the emails of all.
      and char_length(users.email) <= 254
      and users.email_confirmed_at is not null
      and not users.is_anonymous
  ) and (
    select count(*) from private.confirmation_emails
    where user_id = p_user_id and queued_at > now() - interval '1 day'
  ) < private.limit_value('confirmations.emailsPerPersonInDay');
end
$$;

-- Gives the next people their turn. Returns pairs of a line that was put to everybody and a person who attended its call.
create function private.take_confirmation_turns(out line_ids uuid[], out user_ids uuid[])
language plpgsql set search_path = '' as $$
declare
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  last_id constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  rows_left int := private.limit_value('confirmations.rowsPerRun');
  calls_per_turn constant int := private.limit_value('confirmations.callsPerTurn');
  lines_per_turn constant int := private.limit_value('confirmations.linesPerTurn');
  turn private.confirmation_turns;
  calls uuid[];
  lines uuid[];
  attended_id uuid;
begin
  line_ids := '{}';
  user_ids := '{}';
  for turn in
    select * from private.confirmation_turns order by looked_at, user_id limit rows_left for update skip locked
  loop
    exit when rows_left <= 0;
    rows_left := rows_left - 1;
    if turn.ends_at < now() then
      delete from private.confirmation_turns where user_id = turn.user_id;
      continue;
    end if;
    if private.may_get_confirmation_email(turn.user_id) then
      calls := array(
        select attendance.call_id from public.attendance
        where attendance.user_id = turn.user_id and attendance.call_id >= turn.call_id
        order by attendance.call_id
        limit calls_per_turn
      );
      lines := '{}';
      foreach attended_id in array calls loop
        rows_left := rows_left - 1;
        lines := lines || array(
          select confirmations.line_id from public.confirmations
          where confirmations.call_id = attended_id
            and confirmations.line_id > case when attended_id = turn.call_id then turn.line_id else first_id end
          order by confirmations.line_id
          limit lines_per_turn - cardinality(lines)
        );
        exit when cardinality(lines) >= lines_per_turn;
      end loop;
      rows_left := rows_left - cardinality(lines);
      line_ids := line_ids || lines;
      user_ids := user_ids || array_fill(turn.user_id, array[cardinality(lines)]);
      if cardinality(lines) >= lines_per_turn then
        turn.call_id := attended_id;
        turn.line_id := lines[cardinality(lines)];
      elsif cardinality(calls) >= calls_per_turn then
        turn.call_id := attended_id;
        turn.line_id := last_id;
      else
        turn.call_id := first_id;
        turn.line_id := first_id;
      end if;
    end if;
    update private.confirmation_turns
    set looked_at = clock_timestamp(), call_id = turn.call_id, line_id = turn.line_id
    where user_id = turn.user_id;
  end loop;
end
$$;
