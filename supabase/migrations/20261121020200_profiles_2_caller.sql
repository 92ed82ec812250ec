-- The caller, and what they are.

-- Who is calling. A token may outlive its user: then too one has to sign in.
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

-- Whether this person is more than a guest: by the row, since a token tells only what they were when it was made.
create function private.has_account(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.users where id = p_user_id and not is_anonymous and deleted_at is null);
end
$$;

-- What one person does to what they own comes one after another: their presses, their becoming an account, a claim.
-- It comes before every lock of a row; whoever needs two persons takes the smaller id first.
create function private.lock_user(p_user_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_user:' || p_user_id, 0));
end
$$;
