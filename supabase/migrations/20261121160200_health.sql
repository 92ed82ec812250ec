-- Health check of the database.

-- Returns the time and the latest migration to monitoring, signed in or not.
create function private.health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'now', now(),
    'migration', (select max(version) from supabase_migrations.schema_migrations)
  );
end
$$;
grant execute on function private.health() to anon, authenticated;

create function public.health() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.health()
$$;
grant execute on function public.health() to anon, authenticated;
