-- Quotas without a lock that all share.
--
-- A transaction that consumed a quota kept all others waiting until it ended. So whoever made it wait, for a row of their own or in a
-- deadlock, stopped the files or the translations of everybody.

-- Quotas of strangers are counted in parts, one row each. A transaction takes a part that no other holds, so it never waits. A
-- refund may go into another part than its use, so a part can be negative.
alter table public.usage add column part int not null default 0;
alter table public.usage drop constraint usage_pkey;
alter table public.usage add primary key (day, kind, scope, subject, part);
alter table public.usage drop constraint usage_amount_check;
alter table public.usage drop constraint usage_hour_amount_check;

-- Returns whether a quota is counted in parts. Those of a person or a meeting are not, but for translations: a claim consumes the
-- quotas of several people, and two claims would lock them in two orders.
create function private.is_counted_in_parts(p_kind text, p_scope text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_kind = 'translate' or p_scope not in ('user', 'user_of_guests', 'guest', 'meeting', 'guests');
end
$$;

-- Returns today's use of a quota, and that of this hour. It misses uses that other transactions have not committed yet, so requests
-- that run at the same time can exceed a quota in parts.
create function private.used_today(
  p_kind text, p_scope text, p_subject uuid, out amount bigint, out hour_amount bigint
)
language plpgsql stable set search_path = '' as $$
declare
  now_utc timestamp := clock_timestamp() at time zone 'utc';
begin
  select
    greatest(0, sum(used.amount)),
    greatest(0, sum(used.hour_amount) filter (where used.hour = extract(hour from now_utc)))
  into amount, hour_amount
  from public.usage as used
  where used.day = now_utc::date and used.kind = p_kind and used.scope = p_scope and used.subject = p_subject;
end
$$;

create or replace function private.has_quota(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_amount bigint, p_address uuid, p_wish boolean
) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  share bigint := case when p_wish then private.limit_value('quotaShares.wish') else 1 end;
begin
  return not exists (
    select
    from private.quota_scopes(p_kind, p_user_id, p_meeting_id, p_address) as quota
    cross join lateral private.used_today(p_kind, quota.scope, quota.subject) as used
    where (used.amount + p_amount <= quota.day_limit / share) is not true
      or used.hour_amount + p_amount > quota.hour_limit / share
  );
end
$$;

create or replace function private.translation_quota(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.require_admitted(caller_id, p_meeting_id);
  return (
    select jsonb_object_agg(tightest.name, jsonb_build_object('used', tightest.used, 'limit', tightest.day_limit))
    from (
      select distinct on (name)
        case quota.scope when 'guest' then 'user' else quota.scope end as name,
        used.amount as used,
        quota.day_limit
      from private.quota_scopes('translate', caller_id, p_meeting_id, null) as quota
      cross join lateral private.used_today('translate', quota.scope, quota.subject) as used
      where quota.scope in ('user', 'guest', 'meeting')
      order by name, quota.day_limit - used.amount
    ) as tightest
  ) || jsonb_build_object('resets_at', ((now() at time zone 'utc')::date + 1)::timestamp at time zone 'utc');
end
$$;

create or replace function private.delete_old_usage(p_kind text, p_limit int, p_now timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  deleted_count int;
begin
  delete from public.usage
  where (day, kind, scope, subject, part) in (
    select used.day, used.kind, used.scope, used.subject, used.part from public.usage as used
    where used.day < (p_now at time zone 'utc')::date and (p_kind is null or used.kind = p_kind)
    limit p_limit
    for update skip locked
  );
  get diagnostics deleted_count = row_count;
  return deleted_count;
end
$$;

-- Adds to the usage of today, or takes a negative amount back: of the shared quotas, of the others, or of all (null). It waits
-- only for transactions of the same person or meeting. All lock the meeting's rows first.
create function private.add_usage(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_amount bigint, p_address uuid, p_shared boolean
) returns void
language plpgsql set search_path = '' as $$
declare
  now_utc timestamp := clock_timestamp() at time zone 'utc';
begin
  perform private.delete_old_usage(p_kind, 100);
  insert into public.usage as used (day, kind, scope, subject, part, amount, hour, hour_amount)
  select
    now_utc::date, p_kind, quota.scope, quota.subject,
    -- A new part has a random number: a transaction that chose the same one would wait.
    case when parts.are_used then coalesce(free.part, 1 + floor(random() * 2147483646)::int) else 0 end,
    p_amount, extract(hour from now_utc), p_amount
  from private.quota_scopes(p_kind, p_user_id, p_meeting_id, p_address) as quota
  cross join lateral private.is_counted_in_parts(p_kind, quota.scope) as parts (are_used)
  left join lateral (
    select existing.part from public.usage as existing
    where existing.day = now_utc::date
      and existing.kind = p_kind
      and existing.scope = quota.scope
      and existing.subject = quota.subject
      and parts.are_used
    limit 1
    for no key update skip locked
  ) as free on true
  where p_shared is null or private.is_shared_bucket(quota.scope, quota.subject) = p_shared
  order by quota.scope not in ('meeting', 'guests'), quota.scope
  on conflict (day, kind, scope, subject, part) do update
  set
    amount = used.amount + excluded.amount,
    hour = excluded.hour,
    hour_amount = excluded.hour_amount + case when used.hour = excluded.hour then used.hour_amount else 0 end;
end
$$;

-- Consumes `p_amount` of the quotas of this day and hour (limits `<kind>Quota.<scope>`). Returns false, and consumes nothing,
-- when one of them would be exceeded.
create or replace function private.consume_quota(
  p_kind text,
  p_user_id uuid,
  p_meeting_id uuid,
  p_amount bigint,
  p_address uuid default null,
  p_wish boolean default false
) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.has_quota(p_kind, p_user_id, p_meeting_id, p_amount, p_address, p_wish) then
    return false;
  end if;
  perform private.add_usage(p_kind, p_user_id, p_meeting_id, p_amount, p_address, null);
  -- The rows of the person and of the meeting are locked now.
  if private.has_quota(p_kind, p_user_id, p_meeting_id, 0, p_address, p_wish) then
    return true;
  end if;
  perform private.add_usage(p_kind, p_user_id, p_meeting_id, -p_amount, p_address, null);
  return false;
end
$$;

create or replace function private.refund_quota(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_amount bigint, p_address uuid default null
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.add_usage(p_kind, p_user_id, p_meeting_id, -p_amount, p_address, null);
end
$$;

-- As before, by the key with parts. The meeting's row comes first, as in `add_usage`.
create or replace function private.consume_characters(p_user_id uuid, p_meeting_id uuid, p_characters int) returns void
language plpgsql set search_path = '' as $$
declare
  today date := (clock_timestamp() at time zone 'utc')::date;
  meeting_limit bigint := private.limit_value('lineQuota.meeting');
  user_limit bigint := private.limit_value('lineQuota.user');
  counted record;
begin
  perform private.delete_old_usage('line', 100);
  if not private.belongs_to_meeting(p_user_id, p_meeting_id) then
    meeting_limit := meeting_limit * 3 / 4;
  end if;
  for counted in
    insert into public.usage as used (day, kind, scope, subject, amount)
    values (today, 'line', 'meeting', p_meeting_id, p_characters), (today, 'line', 'user', p_user_id, p_characters)
    on conflict (day, kind, scope, subject, part) do update set amount = used.amount + excluded.amount
    returning used.scope, used.amount
  loop
    if counted.amount > (case counted.scope when 'meeting' then meeting_limit else user_limit end) then
      perform private.raise_error('line/quota');
    end if;
  end loop;
end
$$;
