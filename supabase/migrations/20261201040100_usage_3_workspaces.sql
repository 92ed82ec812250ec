-- The usage of translation and speech in a workspace: by day and engine, and by month, member and engine. `usage` counts for the
-- quotas and forgets after a day. Only `workspace_usage` reads these tables.

create table public.workspace_usage (
  workspace_id uuid not null references public.workspaces on delete cascade,
  -- A day of UTC, as in `usage`.
  day date not null,
  engine text not null,
  -- As in `usage`: a transaction takes a part that no other holds, so it never waits.
  part int not null,
  -- Translations, or recordings that a recogniser received.
  items int not null,
  -- Source characters of the translations.
  characters bigint not null,
  speech_ms bigint not null,
  primary key (workspace_id, day, engine, part)
);
revoke all on public.workspace_usage from public, anon, authenticated, service_role;
alter table public.workspace_usage enable row level security;

create table public.workspace_member_usage (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  -- Its first day.
  month date not null,
  engine text not null,
  -- Null: the account was deleted. All zeros: all people who were no members.
  member uuid,
  part int not null,
  items int not null,
  characters bigint not null,
  speech_ms bigint not null,
  unique (workspace_id, month, engine, member, part)
);
create index workspace_member_usage_member_idx on public.workspace_member_usage (member);
revoke all on public.workspace_member_usage from public, anon, authenticated, service_role;
alter table public.workspace_member_usage enable row level security;

-- Adds to the usage of a workspace. `p_payer_id` is the person whose quota paid.
create function private.add_workspace_usage(
  p_workspace_id uuid, p_payer_id uuid, p_engine text, p_items int, p_characters bigint, p_speech_ms bigint
) returns void
language plpgsql set search_path = '' as $$
declare
  today constant date := (clock_timestamp() at time zone 'utc')::date;
  this_month constant date := date_trunc('month', today)::date;
  payer constant uuid := coalesce(
    (select user_id from public.workspace_members where workspace_id = p_workspace_id and user_id = p_payer_id),
    '00000000-0000-0000-0000-000000000000'
  );
  new_part constant int := floor(random() * 2147483646)::int;
  free_part int;
begin
  select part into free_part from public.workspace_usage
  where workspace_id = p_workspace_id and day = today and engine = p_engine
  limit 1
  for no key update skip locked;
  insert into public.workspace_usage as used (workspace_id, day, engine, part, items, characters, speech_ms)
  values (p_workspace_id, today, p_engine, coalesce(free_part, new_part), p_items, p_characters, p_speech_ms)
  on conflict (workspace_id, day, engine, part) do update
  set
    items = used.items + excluded.items,
    characters = used.characters + excluded.characters,
    speech_ms = used.speech_ms + excluded.speech_ms;

  select part into free_part from public.workspace_member_usage
  where workspace_id = p_workspace_id and month = this_month and engine = p_engine and member = payer
  limit 1
  for no key update skip locked;
  insert into public.workspace_member_usage as used (workspace_id, month, engine, member, part, items, characters, speech_ms)
  values (p_workspace_id, this_month, p_engine, payer, coalesce(free_part, new_part), p_items, p_characters, p_speech_ms)
  on conflict (workspace_id, month, engine, member, part) do update
  set
    items = used.items + excluded.items,
    characters = used.characters + excluded.characters,
    speech_ms = used.speech_ms + excluded.speech_ms;
end
$$;

-- Counts the translations that a statement stored, as `count_engine_translations` does for a call.
create function private.count_workspace_translations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_workspace_usage(
    made.workspace_id, made.charged_to, made.engine, made.items::int, made.characters, 0
  )
  from (
    select
      meetings.workspace_id, stored.charged_to, stored.engine,
      count(*) as items, sum(char_length(lines.text)) as characters
    from stored
    join earlier using (line_id, revision, language)
    join public.lines on lines.id = stored.line_id
    join public.meetings on meetings.id = lines.meeting_id
    where stored.status = 'ready'
      and (earlier.status <> 'ready' or earlier.text <> stored.text)
      and stored.engine is not null
      and lines.text is not null
      and meetings.workspace_id is not null
    group by meetings.workspace_id, stored.charged_to, stored.engine
    order by meetings.workspace_id, stored.charged_to, stored.engine
  ) as made;
  return null;
end
$$;

create trigger count_workspace_translations
after update on public.translations
referencing old table as earlier new table as stored
for each statement execute function private.count_workspace_translations();

-- As before, and counts the recording for the workspace, if the meeting has one.
create or replace function private.consume_speech_quota(
  p_call_id uuid, p_user_id uuid, p_milliseconds int, p_address uuid
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_meeting_id uuid;
  v_workspace_id uuid;
begin
  select calls.meeting_id, calls.workspace_id into v_meeting_id, v_workspace_id
  from public.calls
  join public.call_peers on call_peers.call_id = calls.id
  where calls.id = p_call_id
    and calls.ended_at is null
    and call_peers.user_id = p_user_id
    and call_peers.left_at is null
    and private.has_attended(p_user_id, calls.id)
  limit 1;
  if (p_milliseconds > 0) is not true then
    perform private.raise_error('request/invalid');
  elsif v_meeting_id is null then
    perform private.raise_error('meeting/not-entered');
  elsif not private.consume_quota('speech', p_user_id, v_meeting_id, p_milliseconds, p_address) then
    perform private.raise_error('speech/quota');
  end if;
  if v_workspace_id is not null then
    perform private.add_workspace_usage(v_workspace_id, p_user_id, 'transcribe', 1, 0, p_milliseconds);
  end if;
  return v_meeting_id;
end
$$;

-- Returns the usage of a workspace in a month, for its admins: by day and engine, and by member and engine, the largest first. `id` and
-- `name` are null for a deleted account; `is_guest` stands for all people who were no members.
create function private.workspace_usage(p_workspace_id uuid, p_month date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  shown_rows constant int := private.limit_value('workspaces.usageRows')::int;
  guests constant uuid := '00000000-0000-0000-0000-000000000000';
  first_day date := date_trunc('month', p_month)::date;
  days jsonb;
  members jsonb;
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'admin');
  if (p_month between date '2020-01-01' and date '2999-12-31') is not true then
    perform private.raise_error('request/invalid');
  end if;
  select coalesce(jsonb_agg(to_jsonb(by_day) order by by_day.day, by_day.engine), '[]') into days
  from (
    select
      used.day, used.engine,
      sum(used.items) as items, sum(used.characters) as characters, sum(used.speech_ms) as speech_ms
    from public.workspace_usage as used
    where used.workspace_id = p_workspace_id
      and used.day >= first_day
      and used.day < (first_day + interval '1 month')::date
    group by used.day, used.engine
  ) as by_day;
  select coalesce(jsonb_agg(to_jsonb(by_member)), '[]') into members
  from (
    select
      nullif(used.member, guests) as id,
      profiles.display_name as name,
      used.member is not distinct from guests as is_guest,
      used.engine, used.items, used.characters, used.speech_ms
    from (
      select
        counted.member, counted.engine,
        sum(counted.items) as items, sum(counted.characters) as characters, sum(counted.speech_ms) as speech_ms
      from public.workspace_member_usage as counted
      where counted.workspace_id = p_workspace_id and counted.month = first_day
      group by counted.member, counted.engine
      order by sum(counted.characters) desc, sum(counted.speech_ms) desc, counted.member, counted.engine
      limit shown_rows + 1
    ) as used
    left join public.profiles on profiles.id = used.member
    order by used.characters desc, used.speech_ms desc, used.member, used.engine
  ) as by_member;
  return jsonb_build_object(
    'days', days, 'members', members - shown_rows, 'complete', jsonb_array_length(members) <= shown_rows
  );
end
$$;
grant execute on function private.workspace_usage(uuid, date) to authenticated;

create function public.workspace_usage(p_workspace_id uuid, p_month date) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.workspace_usage(p_workspace_id, p_month)
$$;
grant execute on function public.workspace_usage(uuid, date) to authenticated;

-- As before, and deletes usage that no page shows any more.
create or replace function private.sweep_workspaces(
  p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb
)
language plpgsql set search_path = '' as $$
declare
  first_day date := (p_now at time zone 'utc')::date - private.limit_value('retention.workspaceUsageDays')::int;
  batch int;
  largest int;
begin
  delete from public.workspace_invitations
  where id in (
    select id from public.workspace_invitations where expires_at <= p_now limit p_limit for update skip locked
  );
  get diagnostics deleted = row_count;
  largest := deleted;
  delete from public.workspace_changes
  where id in (
    select id from public.workspace_changes
    where at <= p_now - make_interval(days => private.limit_value('retention.workspaceChangeDays')::int)
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  delete from public.workspace_usage
  where ctid = any (array(
    select ctid from public.workspace_usage where day < first_day limit p_limit for update skip locked
  ));
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  delete from public.workspace_member_usage
  where ctid = any (array(
    select ctid from public.workspace_member_usage where month < first_day limit p_limit for update skip locked
  ));
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  next := case when greatest(largest, batch) = p_limit then '{}'::jsonb end;
end
$$;
