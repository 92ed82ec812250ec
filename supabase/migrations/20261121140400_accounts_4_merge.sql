-- The offers of guests to an account.

-- A guest whose mail address is taken signs in to that account, and what they have as a guest comes over: the guest makes
-- an offer, the account accepts it. Whoever holds the token may, so only its SHA-256 is kept.
create table private.claim_offers (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  guest uuid not null references public.profiles on delete cascade,
  offered_at timestamptz not null default now(),
  -- `-infinity` when it was accepted or another offer took its place: `now()` is the start of a transaction, and one that
  -- waited for this to happen started before.
  ends_at timestamptz not null
);
revoke all on private.claim_offers from public, anon, authenticated, service_role;
alter table private.claim_offers enable row level security;

create index claim_offers_guest_idx on private.claim_offers (guest);

create function private.offer_claim() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.lock_person(me);
  if private.has_account(me) then
    perform private.fail('request/not-allowed');
  end if;
  delete from private.claim_offers where guest = me and offered_at <= now() - interval '1 hour';
  if (select count(*) from private.claim_offers where guest = me) >= private.bound('claimOffersPerHour') then
    perform private.fail('request/rate-limited');
  end if;
  update private.claim_offers set ends_at = '-infinity' where guest = me and ends_at > now();
  insert into private.claim_offers (token_hash, guest, ends_at)
  values (sha256(decode(token, 'hex')), me, now() + private.span('claimLife'));
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
create function private.accept_claim(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  hash bytea := sha256(decode(case when token ~ '^[0-9a-f]{64}$' then token else '' end, 'hex'));
  offering uuid;
begin
  if not private.has_account(me) then
    perform private.fail('account/needed');
  end if;
  select guest into offering from private.claim_offers where token_hash = hash;
  perform private.lock_person(least(me, offering));
  perform private.lock_person(greatest(me, offering));

  update private.claim_offers set ends_at = '-infinity' where token_hash = hash and ends_at > now()
  returning guest into offering;
  if not found or private.has_account(offering) then
    perform private.fail('account/claim-refused');
  end if;
  return jsonb_build_object('meetings', private.hand_over(offering, me));
end
$$;
grant execute on function private.accept_claim(text) to authenticated;

create function public.accept_claim(token text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.accept_claim(token)
$$;
grant execute on function public.accept_claim(text) to authenticated;
