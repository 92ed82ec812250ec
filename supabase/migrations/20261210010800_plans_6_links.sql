-- Links by which invitees answer without signing in, propose another time, or want no more emails. The token is the only proof. A reader
-- of the email can answer for its invitee, and sees the plan, but no other invitee and no address.

-- Gives an invitee a new link, so that an earlier one stops. Returns its token, which nothing stores, or null for a member without an
-- address. Only the job that sends the invitation gets it: an organizer could answer for others.
create function private.new_invitee_token(p_invitee_id uuid) returns text
language plpgsql set search_path = '' as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  update public.series_invitees as invitees
  set
    token_hash = sha256(decode(token, 'hex')),
    address_hash = case when user_id is not null then private.address_hash(private.address_of_invitee(invitees)) end,
    answers = 0
  where id = p_invitee_id and removed_at is null and private.address_of_invitee(invitees) is not null;
  return case when found then token end;
end
$$;

create function private.address_of_invitee(p_invitee public.series_invitees) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_invitee.email, (select lower(nullif(email, '')) from auth.users where id = p_invitee.user_id));
end
$$;

-- Returns the invitee of a token. Unknown tokens are refused, those of former members, and those that an earlier address of a member got.
create function private.find_invitee(p_token text) returns public.series_invitees
language plpgsql stable set search_path = '' as $$
declare
  invitee public.series_invitees;
begin
  select * into invitee from public.series_invitees
  where token_hash = sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'))
    and removed_at is null;
  if invitee.id is null
    or (
      invitee.user_id is not null
      and (
        private.membership_role(invitee.user_id, invitee.workspace_id) is null
        or invitee.address_hash is distinct from private.address_hash(private.address_of_invitee(invitee))
      )
    )
  then
    perform private.raise_error('plan/link-refused');
  end if;
  return invitee;
end
$$;

-- Returns what the page of a link shows. Reading changes nothing, because mail scanners follow links.
create function private.series_by_link(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  invitee public.series_invitees := private.find_invitee(p_token);
  series public.meeting_series;
  meeting public.meetings;
  is_over boolean;
begin
  select * into series from public.meeting_series where id = invitee.series_id;
  select * into meeting from public.meetings where id = series.meeting_id;
  is_over := series.ends_at <= now() or private.has_ended(meeting);
  return jsonb_build_object(
    'title', series.title,
    'language', series.language,
    'agenda', series.agenda,
    'organizer_name', (select display_name from public.profiles where id = series.organizer),
    'workspace_name', (select name from public.workspaces where id = series.workspace_id),
    'code', case when not is_over then meeting.code end,
    'times', private.series_times(series),
    'cancelled', series.cancelled_at is not null,
    'over', is_over,
    'next', (
      select coalesce(jsonb_agg(jsonb_build_object('starts_at', starts_at, 'ends_at', ends_at) order by starts_at), '[]')
      from (
        select starts_at, ends_at from public.series_occurrences
        where series_id = series.id and ends_at > now()
        order by starts_at
        limit private.limit_value('plans.occurrencesByLink')
      ) as coming
    ),
    'invitee', (
      select jsonb_build_object(
        'name', coalesce(profiles.display_name, regexp_replace(invitee.email, '^(.).*@', '\1…@')),
        'reads', coalesce(invitee.language, profiles.reads),
        'zone', coalesce(invitee.zone, profiles.time_zone),
        'answer', invitee.answer,
        'proposal', private.proposal_json(invitee)
      )
      from (select) as one left join public.profiles on profiles.id = invitee.user_id
    ),
    'emails', not exists (
      select from private.unsubscribed_addresses
      where address_hash = private.address_hash(private.address_of_invitee(invitee))
    )
  );
end
$$;
grant execute on function private.series_by_link(text) to anon, authenticated;

create function public.series_by_link(p_token text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.series_by_link(p_token)
$$;
grant execute on function public.series_by_link(text) to anon, authenticated;

-- Stores an answer, and the time that the invitee proposes instead, or none. A repeat changes nothing.
create function private.answer_series_by_link(p_token text, p_reply text, p_start text, p_zone text) returns jsonb
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
    where id = invitee.id and token_hash = invitee.token_hash for no key update;
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
grant execute on function private.answer_series_by_link(text, text, text, text) to anon, authenticated;

create function public.answer_series_by_link(
  p_token text, p_reply text, p_start text default null, p_zone text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.answer_series_by_link(p_token, p_reply, p_start, p_zone)
$$;
grant execute on function public.answer_series_by_link(text, text, text, text) to anon, authenticated;

-- Switches emails of invitations to the address of the link off, or on again, whoever sends them. A repeat changes nothing.
create function private.set_series_emails(p_token text, p_on boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitee public.series_invitees := private.find_invitee(p_token);
  hash bytea := private.address_hash(private.address_of_invitee(invitee));
begin
  if p_on is null then
    perform private.raise_error('request/invalid');
  elsif p_on then
    delete from private.unsubscribed_addresses where address_hash = hash;
  else
    insert into private.unsubscribed_addresses (address_hash) values (hash) on conflict do nothing;
  end if;
end
$$;
grant execute on function private.set_series_emails(text, boolean) to anon, authenticated;

create function public.set_series_emails(p_token text, p_on boolean) returns void
language sql security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.set_series_emails(p_token, p_on)
$$;
grant execute on function public.set_series_emails(text, boolean) to anon, authenticated;
