-- The private feed of a person: an address from which a calendar program reads the planned meetings of the next year. The token is the only
-- proof, so only its SHA-256 is stored, and a new one or its removal stops the earlier one.

create table private.calendar_feeds (
  user_id uuid primary key references public.profiles on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now()
);
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;
alter table private.calendar_feeds enable row level security;

-- Returns when the caller's feed was made, or null.
create function private.my_calendar_feed() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'plans.readsPerMinute');
  return jsonb_build_object('created_at', (select created_at from private.calendar_feeds where user_id = caller_id));
end
$$;
grant execute on function private.my_calendar_feed() to authenticated;

create function public.my_calendar_feed() returns jsonb
language sql security invoker set search_path = '' as $$
  select private.my_calendar_feed()
$$;
grant execute on function public.my_calendar_feed() to authenticated;

-- Makes a feed, whose token is returned this once. An earlier one stops.
create function private.renew_calendar_feed() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
  token text := encode(extensions.gen_random_bytes(32), 'hex');
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  insert into private.calendar_feeds (user_id, token_hash) values (caller_id, sha256(decode(token, 'hex')))
  on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at;
  return jsonb_build_object('token', token);
end
$$;
grant execute on function private.renew_calendar_feed() to authenticated;

create function public.renew_calendar_feed() returns jsonb
language sql security invoker set search_path = '' as $$
  select private.renew_calendar_feed()
$$;
grant execute on function public.renew_calendar_feed() to authenticated;

create function private.revoke_calendar_feed() returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_account_id();
begin
  perform private.check_rate_limit(caller_id, 'plans.changesPerMinute');
  delete from private.calendar_feeds where user_id = caller_id;
end
$$;
grant execute on function private.revoke_calendar_feed() to authenticated;

create function public.revoke_calendar_feed() returns void
language sql security invoker set search_path = '' as $$
  select private.revoke_calendar_feed()
$$;
grant execute on function public.revoke_calendar_feed() to authenticated;

-- Returns the series in a person's feed, those that end first: planned by them, or to which they are invited and have not declined. A
-- feed has no sign-in, so it has nothing of workspaces that require a second factor or single sign-on.
create function private.feed_series(p_user_id uuid) returns setof public.meeting_series
language plpgsql stable set search_path = '' as $$
begin
  return query
  select series.*
  from public.meeting_series as series
  join public.meetings on meetings.id = series.meeting_id and not private.has_ended(meetings)
  where series.id in (
      select id from public.meeting_series where organizer = p_user_id
      union
      select series_id from public.series_invitees
      where user_id = p_user_id and removed_at is null and answer <> 'no'
    )
    and series.ends_at > now() - make_interval(days => private.limit_value('plans.feedPastDays')::int)
    and series.cancelled_at is null
    and private.membership_role(p_user_id, series.workspace_id) is not null
    and not exists (select from private.two_factor_workspaces where workspace_id = series.workspace_id)
    and not exists (select from private.sso_workspaces where workspace_id = series.workspace_id)
  order by series.ends_at, series.id
  limit private.limit_value('plans.feedSeries');
end
$$;

-- Returns the occurrences of a feed, the earliest first. Refuses unknown tokens, and those of closed accounts.
create function private.feed_by_link(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  reader_id uuid;
  first constant timestamptz := now() - make_interval(days => private.limit_value('plans.feedPastDays')::int);
  last constant timestamptz := now() + make_interval(days => private.limit_value('plans.feedDays')::int);
begin
  select feeds.user_id into reader_id
  from private.calendar_feeds as feeds
  join public.profiles on profiles.id = feeds.user_id and profiles.closed_at is null
  where feeds.token_hash = sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'));
  if reader_id is null or not private.has_account(reader_id) then
    perform private.raise_error('plan/link-refused');
  end if;
  return (
    select jsonb_build_object('occurrences', coalesce(jsonb_agg(occurrence order by starts_at, series_id), '[]'))
    from (
      select
        occurrences.starts_at,
        occurrences.series_id,
        jsonb_build_object(
          'series_id', series.id,
          'key', private.local_time_text(occurrences.key),
          'sequence', series.sequence,
          'title', series.title,
          'agenda', series.agenda,
          'organizer_name', (select display_name from public.profiles where id = series.organizer),
          'code', meetings.code,
          'starts_at', occurrences.starts_at,
          'ends_at', occurrences.ends_at
        ) as occurrence
      from private.feed_series(reader_id) as series
      join public.meetings on meetings.id = series.meeting_id
      join public.series_occurrences as occurrences
        on occurrences.series_id = series.id and occurrences.starts_at >= first and occurrences.starts_at < last
      order by occurrences.starts_at, occurrences.series_id
      limit private.limit_value('plans.feedOccurrences')
    ) as shown
  );
end
$$;
grant execute on function private.feed_by_link(text) to anon, authenticated;

create function public.feed_by_link(p_token text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.require_plain_call();
  select private.feed_by_link(p_token)
$$;
grant execute on function public.feed_by_link(text) to anon, authenticated;
