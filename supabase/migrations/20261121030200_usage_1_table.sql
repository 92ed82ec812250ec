-- Daily usage quotas.

-- Usage of each quota per UTC day, in the unit of its kind (contracts/quotas.ts). `subject` is the user, meeting or
-- workspace. The nil uuid stands for the whole installation, and for the workspace of all meetings without one. Only
-- the quota functions read this table.
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

-- Returns the quotas that an action of a user in a meeting counts against. Meetings of guests have no workspace and
-- share one workspace quota.
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

-- Consumes `p_amount` of today's quotas (limits `<kind>Quota.<scope>`). Returns false, and consumes nothing, when one
-- of them would be exceeded. Transactions that consume the same kind wait for each other. Usage of earlier days is
-- deleted because nothing reads it.
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

-- Refunds what was consumed today without a result.
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
