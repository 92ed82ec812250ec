-- Functions that find files to remove from Storage.
--
-- Objects stay in Storage after their line is deleted, their offer is withdrawn or abandoned, or their call is
-- deleted. SQL may not delete objects, so edge functions remove them by name: `files` at once, when the page that deleted a
-- line calls it, and `sweep` the others.

-- Returns the paths of deleted or withdrawn files of the caller's that no line uses, forwarded lines included.
create function private.removable_files(p_file_ids uuid[]) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  if cardinality(p_file_ids) not between 1 and private.limit_value('filesPerRequest') then
    perform private.raise_error('request/invalid');
  end if;
  return array(
    select files.path
    from public.files
    where id = any (p_file_ids)
      and owner = caller_id
      and deleted_at is not null
      and not exists (select from public.files as used where used.path = files.path and used.deleted_at is null)
  );
end
$$;
grant execute on function private.removable_files(uuid[]) to authenticated;

create function public.removable_files(p_file_ids uuid[]) returns text[]
language sql stable security invoker set search_path = '' as $$
  select private.removable_files(p_file_ids)
$$;
grant execute on function public.removable_files(uuid[]) to authenticated;

-- Returns the names of some of the oldest objects that no line uses or will use. First it withdraws offers older than
-- a day, so that no file is shared while its object is removed. It also deletes rows without an object that
-- `offered_bytes` no longer counts. Each statement changes a bounded number of rows, the sweep's next run the others.
create function private.orphaned_files() returns text[]
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
grant execute on function private.orphaned_files() to service_role;

create function public.orphaned_files() returns text[]
language sql security invoker set search_path = '' as $$
  select private.orphaned_files()
$$;
grant execute on function public.orphaned_files() to service_role;
