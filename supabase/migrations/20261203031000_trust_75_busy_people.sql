-- Answers as busy while a person's lock is held, so that pages repeat the request. Until now the removal of a member failed.

-- As before.
create or replace function private.lock_user(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_user:' || p_user_id, 0));
exception when lock_not_available then
  perform private.raise_error('request/busy');
end
$$;
