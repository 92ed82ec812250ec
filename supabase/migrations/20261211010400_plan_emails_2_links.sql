-- Links of invitees. Each email has one, and those of earlier emails go on.

-- Gives an invitee a new link. The oldest ones stop. Returns its token, which nothing stores, or null for a removed invitee and a member
-- without an address. Only the job that sends emails gets it: an organizer could answer for others.
create or replace function private.new_invitee_token(p_invitee_id uuid) returns text
language plpgsql set search_path = '' as $$
declare
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  address text;
begin
  select private.address_of_invitee(invitees) into address
  from public.series_invitees as invitees where id = p_invitee_id and removed_at is null;
  if address is null then
    return null;
  end if;
  insert into private.invitee_links (token_hash, invitee_id, address_hash)
  values (sha256(decode(token, 'hex')), p_invitee_id, private.address_hash(address));
  delete from private.invitee_links
  where token_hash in (
    select token_hash from private.invitee_links
    where invitee_id = p_invitee_id
    order by created_at desc
    offset private.limit_value('plans.linksPerInvitee')
  );
  update public.series_invitees set answers = 0 where id = p_invitee_id;
  return token;
end
$$;

create function private.link_of_token(p_token text) returns private.invitee_links
language plpgsql stable set search_path = '' as $$
declare
  link private.invitee_links;
begin
  select * into link from private.invitee_links
  where token_hash = sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'));
  return link;
end
$$;

-- Returns the invitee of a token. Unknown tokens are refused, those of former members, and those that an earlier address of a member got.
create or replace function private.find_invitee(p_token text) returns public.series_invitees
language plpgsql stable set search_path = '' as $$
declare
  link private.invitee_links := private.link_of_token(p_token);
  invitee public.series_invitees;
begin
  select * into invitee from public.series_invitees where id = link.invitee_id and removed_at is null;
  if invitee.id is null
    or (invitee.user_id is not null and private.membership_role(invitee.user_id, invitee.workspace_id) is null)
    or link.address_hash is distinct from private.address_hash(private.address_of_invitee(invitee))
  then
    perform private.raise_error('plan/link-refused');
  end if;
  return invitee;
end
$$;

-- Stores an answer, and the time that the invitee proposes instead, or none. A repeat changes nothing.
create or replace function private.answer_series_by_link(p_token text, p_reply text, p_start text, p_zone text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  invitee public.series_invitees := private.find_invitee(p_token);
  series public.meeting_series;
  proposed timestamp;
begin
  if p_reply is null or p_reply not in ('yes', 'no', 'maybe') or num_nulls(p_start, p_zone) = 1 then
    perform private.raise_error('request/invalid');
  elsif p_start is not null then
    if not private.is_time_zone(p_zone) then
      perform private.raise_error('time-zone/unknown');
    end if;
    proposed := private.local_time(p_start);
    if proposed at time zone p_zone <= now() then
      perform private.raise_error('request/invalid');
    end if;
  end if;
  begin
    select * into invitee from public.series_invitees
    where id = invitee.id and removed_at is null for no key update;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  select * into series from public.meeting_series where id = invitee.series_id;
  if invitee.id is null then
    perform private.raise_error('plan/link-refused');
  elsif series.ends_at <= now()
    or (select private.has_ended(meetings) from public.meetings where id = series.meeting_id)
  then
    perform private.raise_error('meeting/ended');
  elsif (invitee.answer, invitee.proposed_local, invitee.proposed_zone) is distinct from (p_reply, proposed, p_zone) then
    if invitee.answers >= private.limit_value('plans.answersPerLink') then
      perform private.raise_error('request/rate-limited');
    end if;
    update public.series_invitees
    set answer = p_reply, answers = answers + 1, answered_at = now(), proposed_local = proposed, proposed_zone = p_zone
    where id = invitee.id;
  end if;
  return private.series_by_link(p_token);
end
$$;

-- Removes an invitee. Their links stop at once. A repeat changes nothing.
create or replace function private.remove_invitee(p_series_id uuid, p_invitee_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  series public.meeting_series;
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  series := private.lock_series(caller_id, p_series_id, null);
  update public.series_invitees set removed_at = now()
  where id = p_invitee_id and series_id = series.id and removed_at is null;
  if found then
    delete from private.invitee_links where invitee_id = p_invitee_id;
  end if;
  return private.series_json(caller_id, series);
end
$$;
