-- Bytes of files without a lock that all share. Guests of an address have a share of the bytes of all guests.

-- As before, but guests of an address have a share of the bytes of all guests, too.
create or replace function private.quota_scopes(
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
  is_of_bytes boolean := p_kind in ('file', 'index');
  hours bigint := case when not is_of_bytes then private.limit_value('quotaShares.hour') end;
  addresses bigint := private.limit_value('quotaShares.address');
  is_guest boolean := is_shared or not private.has_workspace_role(p_user_id, v_workspace_id, 'member');
  guest_limit bigint := meeting_limit
    / private.limit_value('quotaShares.' || case when is_shared then 'guestOfGuests' else 'guest' end);
  user_limit bigint := private.limit_value(p_kind || 'Quota.user');
begin
  -- Bytes have no shares by hour, but a person has one: of all, and of what guests have in all their meetings.
  -- Otherwise two people with twenty meetings would use up the day of all guests.
  if is_of_bytes then
    user_limit := least(user_limit, all_limit / private.limit_value('quotaShares.person'));
  end if;
  if is_of_bytes and is_shared then
    return query select 'user_of_guests', p_user_id, guest_limit, null::bigint;
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
  if is_guest and not is_shared then
    return query
    values
      ('guests', p_meeting_id, meeting_limit * 3 / 4, null::bigint),
      ('workspace_guests', v_workspace_id, workspace_limit * 3 / 4, null);
  end if;
  if p_address is not null and not is_of_bytes then
    return query select 'address', p_address, all_limit / addresses, all_limit / hours / addresses;
  end if;
  if p_address is not null and is_shared then
    return query select
      'guests_address', p_address, workspace_limit / addresses, workspace_limit / hours / addresses;
  end if;
end
$$;

-- Where a file was offered from. Guests of an address share a fifth of the bytes of all guests, which uploads consume: Auth gives an
-- address a hundred guests an hour.
alter table public.files add column offered_from uuid;

create or replace function private.is_shared_bucket(p_scope text, p_subject uuid) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_scope in ('all', 'guests_address')
    or (p_scope = 'workspace' and p_subject = '00000000-0000-0000-0000-000000000000');
end
$$;

-- Returns the address of the request: an IPv4 address, or the /64 of IPv6, as a hash that changes each day. Null without one, and
-- before the first shared file made the salt.
create function private.request_address() returns uuid
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  address text := coalesce(headers ->> 'cf-connecting-ip', regexp_replace(headers ->> 'x-forwarded-for', '^.*,', ''));
  salt bigint := (select search_salt.salt from private.search_salt);
  network inet;
begin
  if address is null or salt is null then
    return null;
  end if;
  network := trim(address)::inet;
  if family(network) = 6 then
    network := set_masklen(network, 64);
  end if;
  return encode(
    substr(sha256(convert_to(concat_ws(' ', salt, current_date, network(network)), 'UTF8')), 1, 16), 'hex'
  )::uuid;
exception
  when invalid_text_representation then
    return null;
end
$$;

create or replace function private.room_for_bytes(p_user_id uuid, p_meeting_id uuid) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  reserved bigint := private.reserved_bytes(p_user_id);
begin
  return (
    select min(
      quota.day_limit - used.amount
        - case when private.is_shared_bucket(quota.scope, quota.subject) then reserved else 0 end
    )
    from private.quota_scopes('file', p_user_id, p_meeting_id, private.request_address()) as quota
    cross join lateral private.used_today('file', quota.scope, quota.subject) as used
  );
end
$$;

-- Adds bytes to the usage of today: of the shared quotas, of the others, or of all (null). Returns whether their limits allow
-- it; if not, the transaction has to end.
drop function private.count_bytes(text, uuid, uuid, bigint, boolean);
create function private.count_bytes(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_bytes bigint, p_shared boolean, p_address uuid default null
) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.add_usage(p_kind, p_user_id, p_meeting_id, p_bytes, p_address, p_shared);
  return not exists (
    select
    from private.quota_scopes(p_kind, p_user_id, p_meeting_id, p_address) as quota
    cross join lateral private.used_today(p_kind, quota.scope, quota.subject) as used
    where (p_shared is null or private.is_shared_bucket(quota.scope, quota.subject) = p_shared)
      and (used.amount <= quota.day_limit) is not true
  );
end
$$;

-- Reserves bytes for an offer. Returns whether all quotas have room for them, a shared one included; if not, the transaction has to
-- end.
create or replace function private.reserve_bytes(p_user_id uuid, p_meeting_id uuid, p_bytes bigint) returns boolean
language plpgsql set search_path = '' as $$
begin
  if private.room_for_bytes(p_user_id, p_meeting_id) < p_bytes then
    return false;
  end if;
  perform private.add_usage('file', p_user_id, p_meeting_id, p_bytes, null, false);
  -- The rows of the person and of the meeting are locked now.
  return private.room_for_bytes(p_user_id, p_meeting_id) >= 0;
end
$$;

create or replace function private.refund_bytes(p_user_id uuid, p_meeting_id uuid, p_bytes bigint) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.add_usage('file', p_user_id, p_meeting_id, -p_bytes, null, false);
end
$$;

create or replace function private.count_uploaded_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file public.files;
begin
  select * into file from public.files where path = new.name and id::text = right(path, 36);
  if file.id is null then
    return null;
  end if;
  if not private.count_bytes(
    'file',
    file.owner,
    file.meeting_id,
    greatest(file.bytes, (new.metadata ->> 'size')::bigint),
    case when file.lapsed_at is null then true end,
    file.offered_from
  ) then
    raise insufficient_privilege using message = 'new row violates row-level security policy';
  end if;
  return null;
end
$$;

drop function private.lock_bytes();

-- As before, without a lock that all share.
create or replace function private.store_names(p_file public.files, p_is_counted boolean) returns void
language plpgsql set search_path = '' as $$
declare
  max_characters constant int := private.limit_value('fileName.max');
  line record;
  cost bigint;
  cost_before bigint;
begin
  select seq, language, left(text, max_characters) as text into line from public.lines where id = p_file.id;
  cost := private.indexed_bytes(concat_ws(E'\n', p_file.name, nullif(line.text, p_file.name)));
  select counted_bytes into cost_before from public.file_texts where file_id = p_file.id and field = 'names';
  insert into public.file_texts
    (file_id, field, meeting_id, workspace_id, call_id, text, seq, kind, language, name, bytes, shared_at, counted_bytes)
  select p_file.id, 'names', p_file.meeting_id, meetings.workspace_id, p_file.call_id, private.names_of_file(p_file),
    line.seq, private.file_kind(p_file.type), line.language, p_file.name, p_file.bytes, p_file.shared_at, cost
  from public.meetings
  where meetings.id = p_file.meeting_id
  on conflict (file_id, field) do update
  set text = excluded.text, seq = excluded.seq, language = excluded.language, name = excluded.name,
    shared_at = excluded.shared_at, counted_bytes = greatest(cost, cost_before);
  cost := cost - coalesce(cost_before, 0);
  if not p_is_counted or cost <= 0 then
    return;
  end if;
  -- Without the shared quotas: a file that has no names is on no board, so others must not use up what it needs.
  if not private.count_bytes('index', p_file.owner, p_file.meeting_id, cost, false) then
    perform private.raise_error('file/quota');
  end if;
end
$$;
