-- The offers of guests to an account.

-- A guest whose mail address is taken signs in to that account, and what they have as a guest comes over: the guest makes
-- an offer, the account accepts it. Whoever holds the token may, so only its SHA-256 is kept.
create table private.merge_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  guest_id uuid not null references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  -- `-infinity` when it was accepted or another offer took its place: `now()` is the start of a transaction, and one that
  -- waited for this to happen started before.
  expires_at timestamptz not null
);
revoke all on private.merge_tokens from public, anon, authenticated, service_role;
alter table private.merge_tokens enable row level security;

create index merge_tokens_guest_id_idx on private.merge_tokens (guest_id);

create function private.offer_claim() returns jsonb
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
  ) >= private.limit_value('claimOffersPerHour') then
    perform private.raise_error('request/rate-limited');
  end if;
  update private.merge_tokens set expires_at = '-infinity' where guest_id = caller_id and expires_at > now();
  insert into private.merge_tokens (token_hash, guest_id, expires_at)
  values (sha256(decode(token, 'hex')), caller_id, now() + private.limit_interval('claimLife'));
  return jsonb_build_object('token', token);
end
$$;
grant execute on function private.offer_claim() to authenticated;

create function public.offer_claim() returns jsonb
language sql security invoker set search_path = '' as $$
  select private.offer_claim()
$$;
grant execute on function public.offer_claim() to authenticated;

-- A token that never was, was used, has ended, was replaced, or is of somebody who has an account by now: one answer.
create function private.accept_claim(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  hashed_token bytea := sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'));
  merging_guest_id uuid;
begin
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  select guest_id into merging_guest_id from private.merge_tokens where token_hash = hashed_token;
  perform private.lock_user(least(caller_id, merging_guest_id));
  perform private.lock_user(greatest(caller_id, merging_guest_id));

  update private.merge_tokens set expires_at = '-infinity' where token_hash = hashed_token and expires_at > now()
  returning guest_id into merging_guest_id;
  if not found or private.has_account(merging_guest_id) then
    perform private.raise_error('account/claim-refused');
  end if;
  return jsonb_build_object('meetings', private.transfer_guest(merging_guest_id, caller_id));
end
$$;
grant execute on function private.accept_claim(text) to authenticated;

create function public.accept_claim(token text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.accept_claim(token)
$$;
grant execute on function public.accept_claim(text) to authenticated;
