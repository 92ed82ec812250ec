-- Tokens that merge a guest into an existing account.

-- A guest whose email address already has an account signs in to that account. The guest creates a token; the account
-- redeems it and gets the guest's data. The token is the only proof, so only its SHA-256 is stored.
create table private.merge_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  guest_id uuid not null references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  -- The account that redeems the token, until everything is transferred.
  account_id uuid references public.profiles on delete cascade,
  -- `-infinity` once the token was redeemed or replaced. `now()` is the start of the transaction, so a transaction
  -- that waited for that would otherwise still find the token valid.
  expires_at timestamptz not null
);
revoke all on private.merge_tokens from public, anon, authenticated, service_role;
alter table private.merge_tokens enable row level security;

create index merge_tokens_guest_id_idx on private.merge_tokens (guest_id);
create index merge_tokens_account_id_idx on private.merge_tokens (account_id) where account_id is not null;

create function private.create_merge_token() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.lock_user(caller_id);
  if private.has_account(caller_id) then
    perform private.raise_error('request/not-allowed');
  end if;
  delete from private.merge_tokens where guest_id = caller_id and created_at <= now() - interval '1 hour';
  if (
    select count(*) from private.merge_tokens where guest_id = caller_id
  ) >= private.limit_value('mergeTokensPerHour') then
    perform private.raise_error('request/rate-limited');
  end if;
  update private.merge_tokens set expires_at = '-infinity' where guest_id = caller_id and expires_at > now();
  insert into private.merge_tokens (token_hash, guest_id, expires_at)
  values (sha256(decode(token, 'hex')), caller_id, now() + private.limit_interval('mergeTokenTtlMs'));
  return jsonb_build_object('token', token);
end
$$;
grant execute on function private.create_merge_token() to authenticated;

create function public.create_merge_token() returns jsonb
language sql security invoker set search_path = '' as $$
  select private.create_merge_token()
$$;
grant execute on function public.create_merge_token() to authenticated;

-- Redeems a merge token and transfers one step of the guest's data. The account calls again while `more`. Unknown, used,
-- expired and replaced tokens, and tokens of guests who are accounts by now, get the same error.
create function private.redeem_merge_token(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  hashed_token bytea := sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'));
  merging_guest_id uuid;
  step record;
begin
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  select guest_id into merging_guest_id from private.merge_tokens where token_hash = hashed_token;
  perform private.lock_user(least(caller_id, merging_guest_id));
  perform private.lock_user(greatest(caller_id, merging_guest_id));

  update private.merge_tokens set expires_at = '-infinity', account_id = caller_id
  where token_hash = hashed_token and (expires_at > now() or account_id = caller_id)
  returning guest_id into merging_guest_id;
  if not found or private.has_account(merging_guest_id) then
    perform private.raise_error('account/claim-refused');
  end if;
  step := private.transfer_guest_step(merging_guest_id, caller_id);
  if not step.more then
    update private.merge_tokens set account_id = null where token_hash = hashed_token;
  end if;
  return jsonb_build_object('meetings', step.moved_meetings, 'more', step.more);
end
$$;
grant execute on function private.redeem_merge_token(text) to authenticated;

create function public.redeem_merge_token(p_token text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.redeem_merge_token(p_token)
$$;
grant execute on function public.redeem_merge_token(text) to authenticated;
