-- Checks of the calling user.

-- Returns the id of the caller. A token may outlive its user; such a caller must sign in again.
create function private.require_user_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := auth.uid();
begin
  if not exists (select from public.profiles where id = caller_id) then
    perform private.raise_error('request/sign-in-needed');
  end if;
  return caller_id;
end
$$;

-- Returns false for guests. It reads the row, because a token keeps the state of the time when it was issued.
create function private.has_account(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users where id = p_user_id and not is_anonymous and deleted_at is null);
end
$$;

-- Serializes the writes of one user to what they own: new meetings, the upgrade to an account, a merge. Take this
-- lock before any row lock. Take the locks of two users in the order of their ids.
create function private.lock_user(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_user:' || p_user_id, 0));
end
$$;
