-- How much may be had in a day of what costs.

-- What was used of the quotas of a day (UTC), in the unit of its kind: see contracts/quotas.ts. `subject` is the user,
-- meeting or workspace; the nil uuid stands for all of Parley, and as a workspace for the meetings that are of none. Nobody reads it but the functions that keep the quotas.
create table public.usage (
  day date not null,
  kind text not null check (kind in ('translate', 'summary', 'speech')),
  scope text not null check (scope in ('user', 'meeting', 'workspace', 'all')),
  subject uuid not null,
  amount bigint not null check (amount >= 0),
  primary key (day, kind, scope, subject)
);
revoke all on public.usage from public, anon, authenticated, service_role;
alter table public.usage enable row level security;

-- Whose quotas what one person does in a meeting is taken from. Meetings of guests, which are of no workspace, have one in
-- common: together they take no more than a workspace may.
create function private.quota_scopes(
  p_user_id uuid, p_meeting_id uuid, out scope text, out subject uuid
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  nil_id constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  return query
  values
    ('all', nil_id),
    ('workspace', coalesce((select workspace_id from public.meetings where id = p_meeting_id), nil_id)),
    ('meeting', p_meeting_id),
    ('user', p_user_id);
end
$$;

-- Takes `p_amount` from the quotas of the day, the bounds `<kind>Quota.<scope>`, or nothing when one of them does not hold so
-- much. Whoever spends of the same kind waits until this transaction ends. Who used how much on the days before is asked by
-- nobody, and goes.
create function private.consume_quota(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_amount bigint
) returns boolean
language plpgsql set search_path = '' as $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  perform pg_advisory_xact_lock(hashtext('private.consume_quota ' || p_kind));
  if exists (
    select
    from private.quota_scopes(p_user_id, p_meeting_id) as quota
    left join public.usage as used
      on used.day = today and used.kind = p_kind and used.scope = quota.scope and used.subject = quota.subject
    where (coalesce(used.amount, 0) + p_amount <= private.limit_value(p_kind || 'Quota.' || quota.scope)) is not true
  ) then
    return false;
  end if;
  delete from public.usage as used where used.day < today and used.kind = p_kind;
  insert into public.usage as used (day, kind, scope, subject, amount)
  select today, p_kind, quota.scope, quota.subject, p_amount
  from private.quota_scopes(p_user_id, p_meeting_id) as quota
  on conflict (day, kind, scope, subject) do update set amount = used.amount + excluded.amount;
  return true;
end
$$;

-- Gives back what was spent today and nobody got anything for.
create function private.refund_quota(p_kind text, p_user_id uuid, p_meeting_id uuid, p_amount bigint) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.consume_quota ' || p_kind));
  update public.usage as used
  set amount = greatest(0, used.amount - p_amount)
  from private.quota_scopes(p_user_id, p_meeting_id) as quota
  where used.day = (now() at time zone 'utc')::date
    and used.kind = p_kind
    and used.scope = quota.scope
    and used.subject = quota.subject;
end
$$;
