-- An offered file without bytes takes nothing from people elsewhere.
--
-- People who do not know each other share two quotas of bytes: that of the whole installation and that of all guests' meetings.
-- Storage consumes those when it stores the object. An offer reserves its part of the others, for an hour.

-- The end of the reservation of an offer without bytes. It can still be uploaded while there is room.
alter table public.files add column lapsed_at timestamptz;

create index files_reserved_idx on public.files (offered_at)
where shared_at is null and deleted_at is null and lapsed_at is null;

-- Returns whether people share a quota who do not know each other.
create function private.is_shared_bucket(p_scope text, p_subject uuid) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_scope = 'all' or (p_scope = 'workspace' and p_subject = '00000000-0000-0000-0000-000000000000');
end
$$;

-- Returns the bytes of a user's offers that Storage has not stored yet. They will take their part of the shared quotas.
create function private.reserved_bytes(p_user_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(bytes), 0)::bigint
    from public.files
    where owner = p_user_id
      and shared_at is null
      and deleted_at is null
      and lapsed_at is null
      and offered_at > now() - interval '24 hours'
      and not exists (select from storage.objects where bucket_id = 'files' and objects.name = files.path)
  );
end
$$;

-- Returns the bytes that today's quotas have left for a new offer of a user in a meeting.
create function private.room_for_bytes(p_user_id uuid, p_meeting_id uuid) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  reserved bigint := private.reserved_bytes(p_user_id);
begin
  return (
    select min(
      quota.day_limit - coalesce(used.amount, 0)
        - case when private.is_shared_bucket(quota.scope, quota.subject) then reserved else 0 end
    )
    from private.quota_scopes('file', p_user_id, p_meeting_id, null) as quota
    left join public.usage as used
      on used.day = (clock_timestamp() at time zone 'utc')::date
      and used.kind = 'file'
      and used.scope = quota.scope
      and used.subject = quota.subject
  );
end
$$;

-- Adds bytes to the usage of today: of the shared quotas, of the others, or of all (null). Returns whether their limits allow
-- it; if not, the transaction has to end. Requires the lock of `lock_bytes`, or that of another kind.
create function private.count_bytes(
  p_kind text, p_user_id uuid, p_meeting_id uuid, p_bytes bigint, p_shared boolean
) returns boolean
language plpgsql set search_path = '' as $$
declare
  within_limits boolean;
begin
  perform private.delete_old_usage(p_kind, 100);
  with counted as (
    insert into public.usage as used (day, kind, scope, subject, amount)
    select (clock_timestamp() at time zone 'utc')::date, p_kind, quota.scope, quota.subject, p_bytes
    from private.quota_scopes(p_kind, p_user_id, p_meeting_id, null) as quota
    where p_shared is null or private.is_shared_bucket(quota.scope, quota.subject) = p_shared
    on conflict (day, kind, scope, subject) do update set amount = used.amount + excluded.amount
    returning used.scope, used.subject, used.amount
  )
  select bool_and(counted.amount <= quota.day_limit)
  into within_limits
  from counted
  join private.quota_scopes(p_kind, p_user_id, p_meeting_id, null) as quota using (scope, subject);
  return within_limits;
end
$$;

-- Makes transactions that consume bytes wait for each other, with those of `consume_quota`.
create function private.lock_bytes() returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('private.consume_quota file'));
end
$$;

-- Reserves bytes for an offer. Returns false, and reserves nothing, when a quota has no room for them, a shared one included.
create function private.reserve_bytes(p_user_id uuid, p_meeting_id uuid, p_bytes bigint) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- Without room, nobody waits for the lock.
  if private.room_for_bytes(p_user_id, p_meeting_id) < p_bytes then
    return false;
  end if;
  perform private.lock_bytes();
  return private.room_for_bytes(p_user_id, p_meeting_id) >= p_bytes
    and private.count_bytes('file', p_user_id, p_meeting_id, p_bytes, false);
end
$$;

-- Gives back what offers of today without bytes had reserved.
create function private.refund_bytes(p_user_id uuid, p_meeting_id uuid, p_bytes bigint) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_bytes();
  update public.usage as used
  set amount = greatest(0, used.amount - p_bytes)
  from private.quota_scopes('file', p_user_id, p_meeting_id, null) as quota
  where used.day = (clock_timestamp() at time zone 'utc')::date
    and used.kind = 'file'
    and used.scope = quota.scope
    and used.subject = quota.subject
    and not private.is_shared_bucket(quota.scope, quota.subject);
end
$$;

-- Consumes the shared quotas when Storage stores an offered file, and all quotas if the reservation has lapsed. Rejects the
-- object without room. Storage inserts the row twice: before the upload, which it rolls back, and at its end.
create function private.count_uploaded_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  file public.files;
begin
  select * into file from public.files where path = new.name and id::text = right(path, 36);
  if file.id is null then
    return null;
  end if;
  perform private.lock_bytes();
  if not private.count_bytes(
    'file',
    file.owner,
    file.meeting_id,
    greatest(file.bytes, (new.metadata ->> 'size')::bigint),
    case when file.lapsed_at is null then true end
  ) then
    raise insufficient_privilege using message = 'new row violates row-level security policy';
  end if;
  return null;
end
$$;
create trigger count_uploaded_bytes after insert on storage.objects
for each row when (new.bucket_id = 'files')
execute function private.count_uploaded_bytes();

-- Withdraws an offer. Uploaded bytes still count, even after they are removed. It gives back the
-- reservation of an offer of today without an object, but no bytes of the caller's last 24 hours.
create or replace function private.withdraw_file(p_file_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  file public.files;
  uploaded_bytes bigint;
begin
  -- The end of an upload locks the same row. So the next statement sees its object.
  select * into file from public.files
  where id = p_file_id and owner = caller_id and shared_at is null and deleted_at is null
  for update;
  if file.id is null then
    return;
  end if;
  select (metadata ->> 'size')::bigint into uploaded_bytes from storage.objects
  where bucket_id = 'files' and name = file.path;
  if not found
    and file.lapsed_at is null
    and (file.offered_at at time zone 'utc')::date = (clock_timestamp() at time zone 'utc')::date
  then
    perform private.refund_bytes(caller_id, file.meeting_id, file.bytes);
  end if;
  update public.files set name = null, deleted_at = now(), bytes = greatest(bytes, uploaded_bytes)
  where id = p_file_id;
end
$$;

-- Ends the reservations of offers that have had no bytes for an hour, up to `p_limit`, and gives back what they reserved today.
create function private.end_reservations(p_limit int) returns void
language plpgsql set search_path = '' as $$
declare
  ended record;
begin
  for ended in
    with lapsed as (
      update public.files
      set lapsed_at = now()
      where id in (
        select id from public.files
        where shared_at is null
          and deleted_at is null
          and lapsed_at is null
          and offered_at < now() - private.limit_interval('reservedBytesTtlMs')
          and not exists (select from storage.objects where bucket_id = 'files' and objects.name = files.path)
        order by offered_at
        limit p_limit
        -- The end of an upload locks the same row.
        for update skip locked
      )
      returning owner, meeting_id, bytes, offered_at
    )
    select owner, meeting_id, sum(bytes)::bigint as bytes
    from lapsed
    where (offered_at at time zone 'utc')::date = (clock_timestamp() at time zone 'utc')::date
    group by 1, 2
  loop
    perform private.refund_bytes(ended.owner, ended.meeting_id, ended.bytes);
  end loop;
end
$$;

-- Returns the names of some of the oldest objects that no line uses or will use. First it withdraws offers older than
-- a day, so that no file is shared while its object is removed. It also deletes rows without an object that
-- `offered_bytes` no longer counts, and ends reservations. Each statement changes a bounded number of rows, the sweep's next run
-- the others.
create or replace function private.orphaned_files() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  cutoff timestamptz := now() - private.limit_interval('unsharedFileTtlMs');
begin
  update public.files
  set name = null, deleted_at = now()
  where id in (
    select id from public.files
    where shared_at is null and deleted_at is null and offered_at < cutoff
    order by offered_at
    limit private.limit_value('fileRowsPerSweep')
    for update skip locked
  );

  delete from public.files
  where id in (
    select id from public.files
    where deleted_at is not null
      and offered_at < now() - interval '24 hours'
      and not exists (select from storage.objects where bucket_id = 'files' and objects.name = files.path)
    order by offered_at
    limit private.limit_value('fileRowsPerSweep')
    for update skip locked
  );

  perform private.end_reservations(private.limit_value('fileRowsPerSweep')::int);

  return array(
    select objects.name
    from storage.objects
    where bucket_id = 'files'
      and not exists (select from public.files where path = objects.name and deleted_at is null)
      -- An object without a row belongs to a deleted call or to nothing known; it is kept for a day.
      and (created_at < cutoff or exists (select from public.files where path = objects.name))
    order by created_at
    limit private.limit_value('filesPerSweep')
  );
end
$$;
