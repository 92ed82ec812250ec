-- Health check of the database.

-- Returns the time, the latest migration and the state of the jobs to monitoring, signed in or not.
create function private.health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'now', now(),
    'migration', (select max(version) from supabase_migrations.schema_migrations),
    'jobs', private.jobs_json()
  );
end
$$;
grant execute on function private.health() to anon, authenticated;

create function public.health() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.health()
$$;
grant execute on function public.health() to anon, authenticated;
