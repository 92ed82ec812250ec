-- Usage quotas in shares (decision 035).

-- Usage of each quota per UTC day, in the unit of its kind (contracts/quotas.ts). `subject` is the user, meeting or
-- workspace. The nil uuid stands for the whole installation, and for the workspace of all meetings without one. `guest`
-- is a guest in one meeting. `address` and `guests_address` are networks as hashes that change every day. Only the quota
-- functions read this table.
create table public.usage (
  day date not null,
  kind text not null check (kind in ('translate', 'summary', 'speech', 'file', 'line')),
  scope text not null check (
    scope in ('user', 'meeting', 'workspace', 'all', 'guest', 'address', 'guests_address')
  ),
  subject uuid not null,
  amount bigint not null check (amount >= 0),
  -- The hour of the day (UTC) of the last use, and the part of `amount` that was used in it.
  hour int not null default 0 check (hour between 0 and 23),
  hour_amount bigint not null default 0 check (hour_amount >= 0),
  primary key (day, kind, scope, subject)
);
revoke all on public.usage from public, anon, authenticated, service_role;
alter table public.usage enable row level security;

-- Returns the quotas that an action of a user in a meeting counts against, with their limits; null is no limit.
--
-- Meetings of guests have no workspace and share one workspace quota. Shared buckets are this quota and that of the whole
-- installation. An hour, a meeting and an address each have a share of a shared bucket, and a guest has a share of the
-- meeting's day. In a workspace's meeting, everybody who is not its member counts as a guest. So nobody can use up what
-- others need.
create function private.quota_scopes(
  p_kind text,
  p_user_id uuid,
  p_meeting_id uuid,
  p_address uuid,
  out scope text,
  out subject uuid,
  out day_limit bigint,
  out hour_limit bigint
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  nil_id constant uuid := '00000000-0000-0000-0000-000000000000';
  v_workspace_id uuid := (select workspace_id from public.meetings where id = p_meeting_id);
  is_shared boolean := v_workspace_id is null;
  all_limit bigint := private.limit_value(p_kind || 'Quota.all');
  workspace_limit bigint := private.limit_value(p_kind || 'Quota.workspace');
  meeting_limit bigint := least(
    private.limit_value(p_kind || 'Quota.meeting'),
    all_limit / private.limit_value('quotaShares.meeting'),
    case when is_shared then workspace_limit / private.limit_value('quotaShares.meeting') end
  );
  hours bigint := case when p_kind <> 'file' then private.limit_value('quotaShares.hour') end;
  addresses bigint := private.limit_value('quotaShares.address');
  is_guest boolean := not case
    when is_shared then private.has_account(p_user_id)
    else private.has_workspace_role(p_user_id, v_workspace_id, 'member')
  end;
  guest_limit bigint := meeting_limit
    / private.limit_value('quotaShares.' || case when is_shared then 'guestOfGuests' else 'guest' end);
  user_limit bigint := private.limit_value(p_kind || 'Quota.user');
begin
  -- Bytes have no shares by hour and address. Otherwise two guests with twenty meetings would use up all guests' day.
  if p_kind = 'file' and is_guest and is_shared then
    user_limit := guest_limit;
  end if;
  return query
  values
    ('all', nil_id, all_limit, all_limit / hours),
    (
      'workspace', coalesce(v_workspace_id, nil_id), workspace_limit,
      case when is_shared then workspace_limit / hours end
    ),
    ('meeting', p_meeting_id, meeting_limit, null),
    ('user', p_user_id, user_limit, null);
  if is_guest then
    return query select 'guest', md5(p_user_id::text || p_meeting_id)::uuid, guest_limit, null::bigint;
  end if;
  if p_address is not null then
    return query select 'address', p_address, all_limit / addresses, all_limit / hours / addresses;
  end if;
  if p_address is not null and is_shared then
    return query select
      'guests_address', p_address, workspace_limit / addresses, workspace_limit / hours / addresses;
  end if;
end
$$;

-- Returns whether all quotas have room for `p_amount` now. A wish, which nobody in the call needs, leaves half of each.
create function private.has_quota(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_amount bigint, p_address uuid, p_wish boolean
) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  now_utc timestamp := clock_timestamp() at time zone 'utc';
  part bigint := case when p_wish then private.limit_value('quotaShares.wish') else 1 end;
begin
  return not exists (
    select
    from private.quota_scopes(p_kind, p_user_id, p_meeting_id, p_address) as quota
    left join public.usage as used
      on used.day = now_utc::date
      and used.kind = p_kind
      and used.scope = quota.scope
      and used.subject = quota.subject
    where (coalesce(used.amount, 0) + p_amount <= quota.day_limit / part) is not true
      or case when used.hour = extract(hour from now_utc) then used.hour_amount else 0 end + p_amount
        > quota.hour_limit / part
  );
end
$$;

-- Deletes up to `p_limit` rows of earlier days, which nothing reads, of a kind or of all. Returns their number. The job
-- `sweep` deletes the others: the first action of a day must not delete all rows of the day before under its lock.
create function private.delete_old_usage(p_kind text, p_limit int, p_now timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  deleted_count int;
begin
  delete from public.usage
  where (day, kind, scope, subject) in (
    select used.day, used.kind, used.scope, used.subject from public.usage as used
    where used.day < (p_now at time zone 'utc')::date and (p_kind is null or used.kind = p_kind)
    limit p_limit
    for update skip locked
  );
  get diagnostics deleted_count = row_count;
  return deleted_count;
end
$$;

-- Consumes `p_amount` of the quotas of this day and hour (limits `<kind>Quota.<scope>`). Returns false, and consumes
-- nothing, when one of them would be exceeded. Transactions that consume the same kind wait for each other; one that
-- would be rejected anyway does not wait.
create function private.consume_quota(
  p_kind text,
  p_user_id uuid,
  p_meeting_id uuid,
  p_amount bigint,
  p_address uuid default null,
  p_wish boolean default false
) returns boolean
language plpgsql set search_path = '' as $$
declare
  now_utc timestamp := clock_timestamp() at time zone 'utc';
begin
  if not private.has_quota(p_kind, p_user_id, p_meeting_id, p_amount, p_address, p_wish) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('private.consume_quota ' || p_kind));
  if not private.has_quota(p_kind, p_user_id, p_meeting_id, p_amount, p_address, p_wish) then
    return false;
  end if;
  perform private.delete_old_usage(p_kind, 100);
  insert into public.usage as used (day, kind, scope, subject, amount, hour, hour_amount)
  select now_utc::date, p_kind, quota.scope, quota.subject, p_amount, extract(hour from now_utc), p_amount
  from private.quota_scopes(p_kind, p_user_id, p_meeting_id, p_address) as quota
  on conflict (day, kind, scope, subject) do update
  set
    amount = used.amount + excluded.amount,
    hour = excluded.hour,
    hour_amount = excluded.hour_amount + case when used.hour = excluded.hour then used.hour_amount else 0 end;
  return true;
end
$$;

-- Refunds what was consumed today without a result.
create function private.refund_quota(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_amount bigint, p_address uuid default null
) returns void
language plpgsql set search_path = '' as $$
declare
  now_utc timestamp := clock_timestamp() at time zone 'utc';
begin
  perform pg_advisory_xact_lock(hashtext('private.consume_quota ' || p_kind));
  update public.usage as used
  set
    amount = greatest(0, used.amount - p_amount),
    hour_amount = greatest(0, used.hour_amount - p_amount)
  from private.quota_scopes(p_kind, p_user_id, p_meeting_id, p_address) as quota
  where used.day = now_utc::date
    and used.kind = p_kind
    and used.scope = quota.scope
    and used.subject = quota.subject;
end
$$;

-- Counts the characters of a line against the day of its author and of its meeting, or raises an error. These two rows
-- are locked, and no others: lines of other meetings do not wait. Requires the meeting's row lock.
create function private.consume_line_quota(p_user_id uuid, p_meeting_id uuid, p_text text) returns void
language plpgsql set search_path = '' as $$
declare
  today date := (clock_timestamp() at time zone 'utc')::date;
  is_exceeded boolean;
begin
  perform private.delete_old_usage('line', 100);
  with counted as (
    insert into public.usage as used (day, kind, scope, subject, amount)
    values
      (today, 'line', 'meeting', p_meeting_id, char_length(p_text)),
      (today, 'line', 'user', p_user_id, char_length(p_text))
    on conflict (day, kind, scope, subject) do update set amount = used.amount + excluded.amount
    returning used.scope, used.amount
  )
  select bool_or(amount > private.limit_value('lineQuota.' || scope)) into is_exceeded from counted;
  if is_exceeded then
    perform private.raise_error('line/quota');
  end if;
end
$$;
