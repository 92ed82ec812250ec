-- Bytes that nobody may read any more stay in Storage: of a line that was deleted, of an offer that was taken back or that
-- its page did not live to share, of a call that is gone with its rows. SQL may not delete what is in Storage: the edge
-- function `sweep` does, by these names.

-- Names of objects, some of the oldest, that are in no line and will be in none. First it takes back what was offered a day
-- ago and never shared, so that nothing is shared while its bytes go; and it forgets rows of which nothing is left to
-- remove and which `offered_bytes` counts no more.
create function private.unneeded_files() returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  cutoff timestamptz := now() - private.limit_interval('sweepUnshared');
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
      -- One without a row is of a call that is gone, or nobody knows of what: it is given a day.
      and (created_at < cutoff or exists (select from public.files where path = objects.name))
    order by created_at
    limit private.limit_value('sweepBatch')
  );
end
$$;
grant execute on function private.unneeded_files() to service_role;

create function public.unneeded_files() returns text[]
language sql security invoker set search_path = '' as $$
  select private.unneeded_files()
$$;
grant execute on function public.unneeded_files() to service_role;
