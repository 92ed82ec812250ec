-- A request that waits too long for the lock of a glossary is busy, and is sent again.
create or replace function private.lock_glossary(p_workspace_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_glossary:' || p_workspace_id, 0));
exception when lock_not_available then
  perform private.raise_error('request/busy');
end
$$;
