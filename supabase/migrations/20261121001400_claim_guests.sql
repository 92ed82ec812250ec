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

-- Below, the caller holds the meeting's lock, and both persons'.

-- The guest's tabs in the call end: their page enters again as the account. So every page hears only what it knows.
create function private.hand_over_peers(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
begin
  for peer in
    select call_peers.*
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    where calls.meeting_id = in_meeting and call_peers.user_id = guest and call_peers.left_at is null
  loop
    perform private.end_peer(peer, 'gone', now());
  end loop;

  update public.call_peers set user_id = account
  where user_id = guest and call_id in (select id from public.calls where meeting_id = in_meeting);

  insert into public.attendance as present (call_id, user_id, joined_at, left_at)
  select call_id, account, joined_at, left_at
  from public.attendance
  where user_id = guest and call_id in (select id from public.calls where meeting_id = in_meeting)
  on conflict (call_id, user_id) do update
  set
    joined_at = least(present.joined_at, excluded.joined_at),
    left_at = case
      when present.left_at is not null and excluded.left_at is not null
        then greatest(present.left_at, excluded.left_at)
    end;
  delete from public.attendance
  where user_id = guest and call_id in (select id from public.calls where meeting_id = in_meeting);
end
$$;

-- Each line gets a change number of its own, so that `changes` gives them page by page. No event tells of them: the
-- numbers are missing to whoever is listening, and who misses numbers asks.
create function private.hand_over_lines(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  moved bigint;
begin
  update public.lines
  set author = account, changed = meetings.seq + theirs.place
  from (
    select id, row_number() over (order by seq) as place
    from public.lines
    where meeting_id = in_meeting and author = guest
  ) as theirs, public.meetings
  where lines.id = theirs.id and meetings.id = in_meeting;
  get diagnostics moved = row_count;
  update public.meetings set seq = seq + moved where id = in_meeting;
end
$$;

-- The guest's place becomes the account's. Who has one already keeps name and languages, and the lower number of the two.
create function private.hand_over_place(in_meeting uuid, guest uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  theirs public.participants;
  place public.participants;
begin
  delete from public.participants where meeting_id = in_meeting and user_id = guest returning * into theirs;
  if not found then
    return;
  end if;
  theirs.user_id := account;
  theirs.seq := private.next_seq(in_meeting);
  insert into public.participants as present select theirs.*
  on conflict (meeting_id, user_id) do update
  set
    number = least(present.number, excluded.number),
    role = case when 'host' in (present.role, excluded.role) then 'host' else 'guest' end,
    seq = excluded.seq,
    created_at = least(present.created_at, excluded.created_at)
  returning * into place;
  perform private.announce(
    in_meeting,
    place.seq,
    'participant_changed',
    jsonb_build_object('participant', private.participant_shape(place))
  );
end
$$;

-- All that the guest has becomes the account's; how many meetings. One that either of the two was put out of stays as it
-- is: a claim neither lifts a removal nor brings back what a removed person may no longer read.
create function private.hand_over(guest uuid, account uuid) returns int
language plpgsql set search_path = '' as $$
declare
  home uuid := private.first_workspace(account);
  meeting uuid;
  moved int := 0;
begin
  for meeting in
    select id from public.meetings
    where host = guest or id in (select meeting_id from public.participants where user_id = guest)
    order by id
    for no key update
  loop
    if exists (
      select from public.participants
      where meeting_id = meeting and user_id in (guest, account) and admission = 'removed'
    ) then
      continue;
    end if;
    perform private.hand_over_peers(meeting, guest, account);
    perform private.hand_over_lines(meeting, guest, account);
    perform private.hand_over_place(meeting, guest, account);
    update public.meetings set host = account, workspace_id = coalesce(workspace_id, home)
    where id = meeting and host = guest;
    moved := moved + 1;
  end loop;

  -- What the account has not said yet, the guest said last.
  update public.profiles as own
  set
    display_name = coalesce(own.display_name, theirs.display_name),
    speaks = coalesce(own.speaks, theirs.speaks),
    reads = coalesce(own.reads, theirs.reads),
    ui_locale = coalesce(own.ui_locale, theirs.ui_locale),
    time_zone = coalesce(own.time_zone, theirs.time_zone),
    updated_at = now()
  from public.profiles as theirs
  where own.id = account and theirs.id = guest;
  return moved;
end
$$;

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
