-- Functions that find files to remove from Storage.
--
-- Objects stay in Storage after their line is deleted, their offer is withdrawn or abandoned, or their call is
-- deleted. SQL may not delete objects, so the edge function `sweep` removes them by name.

-- Returns the names of some of the oldest objects that no line uses or will use. First it withdraws offers older than
-- a day, so that no file is shared while its object is removed. It also deletes rows without an object that
-- `offered_bytes` no longer counts.
create function private.orphaned_files() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  cutoff timestamptz := now() - private.limit_interval('unsharedFileTtlMs');
begin
  update public.files
  set name = null, deleted_at = now()
  where shared_at is null and deleted_at is null and offered_at < cutoff;

  delete from public.files
  where deleted_at is not null
    and offered_at < now() - interval '24 hours'
    and not exists (select from storage.objects where bucket_id = 'files' and objects.name = files.path);

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
