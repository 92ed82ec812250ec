-- Steps of the job `sweep` that delete guests, addresses and traces of requests. See jobs_2_sweep_meetings.

-- Returns whether the guest has neither been in a meeting that is still kept nor used a session since `p_cutoff`.
create function private.is_idle_guest(p_user auth.users, p_cutoff timestamptz) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_user.is_anonymous
    and p_user.created_at < p_cutoff
    and not exists (
      select from auth.sessions
      where user_id = p_user.id
        and greatest(created_at, updated_at, refreshed_at at time zone 'utc') >= p_cutoff
    )
    and not exists (select from public.meetings where host = p_user.id)
    and not exists (select from public.attendance where user_id = p_user.id)
    and not exists (select from public.lines where author = p_user.id)
    and not exists (select from public.files where owner = p_user.id);
end
$$;

-- Deletes idle guests, and accounts whose address nobody confirmed, with the workspace that an account gets at once.
-- Also forgets addresses that a guest entered and never confirmed. Reads a page of users, in the order of their ids.
create function private.sweep_users(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  guest_cutoff timestamptz := p_now - make_interval(days => private.limit_value('retention.idleGuestDays')::int);
  address_cutoff timestamptz := p_now - make_interval(
    days => private.limit_value('retention.unconfirmedAddressDays')::int
  );
  page uuid[] := array(
    select id from auth.users
    where id > coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
    order by id
    limit p_limit
  );
  unwanted uuid[];
  unused_workspaces uuid[];
begin
  update auth.users
  set
    email_change = '',
    email_change_token_new = '',
    email_change_token_current = '',
    email_change_confirm_status = 0,
    email_change_sent_at = null
  where id = any (page) and email_change <> '' and email_change_sent_at < address_cutoff;
  delete from auth.one_time_tokens
  where user_id = any (page)
    and token_type in ('email_change_token_new', 'email_change_token_current')
    and created_at at time zone 'utc' < address_cutoff;

  unwanted := array(
    select users.id from auth.users
    where users.id = any (page)
      and (
        private.is_idle_guest(users, guest_cutoff)
        or (
          not users.is_anonymous
          and users.email_confirmed_at is null
          and users.phone_confirmed_at is null
          and users.last_sign_in_at is null
          and users.created_at < address_cutoff
        )
      )
    for update skip locked
  );
  unused_workspaces := array(select workspace_id from public.workspace_members where user_id = any (unwanted));
  delete from auth.users where id = any (unwanted);
  get diagnostics deleted = row_count;
  delete from public.workspaces
  where id = any (unused_workspaces)
    and not exists (select from public.workspace_members where workspace_id = workspaces.id)
    and not exists (select from public.meetings where workspace_id = workspaces.id);
  next := case when cardinality(page) = p_limit then jsonb_build_object('id', page[p_limit]) end;
end
$$;

-- Deletes the times of actions that no rate limit counts any more. Reads a page, in the order of the key.
create function private.sweep_turns(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  last_row record;
begin
  select user_id, action into last_row from private.rate_limits
  where (user_id, action) > (
    coalesce((p_after ->> 'user')::uuid, '00000000-0000-0000-0000-000000000000'), coalesce(p_after ->> 'action', '')
  )
  order by user_id, action
  offset p_limit - 1
  limit 1;
  delete from private.rate_limits
  where (user_id, action) in (
    select user_id, action from private.rate_limits
    where (user_id, action) > (
      coalesce((p_after ->> 'user')::uuid, '00000000-0000-0000-0000-000000000000'), coalesce(p_after ->> 'action', '')
    )
      and (last_row is null or (user_id, action) <= (last_row.user_id, last_row.action))
      and coalesce(times[array_upper(times, 1)], '-infinity') < p_now - interval '1 hour'
    for update skip locked
  );
  get diagnostics deleted = row_count;
  next := case
    when last_row is not null then jsonb_build_object('user', last_row.user_id, 'action', last_row.action)
  end;
end
$$;

-- Deletes merge tokens that count against no limit, knocks that nobody answers, usage of earlier days, and old runs of
-- jobs. Each table is small, because this step empties it every hour.
create function private.sweep_traces(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  batch int;
  largest int;
begin
  delete from private.merge_tokens
  where token_hash in (
    select token_hash from private.merge_tokens
    where created_at < p_now - interval '1 hour' and expires_at < p_now
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := batch;
  largest := batch;
  delete from public.knocks
  where (meeting_id, user_id) in (
    select meeting_id, user_id from public.knocks
    where greatest(knocked_at, denied_at) < p_now - interval '1 day'
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  batch := private.delete_old_usage(null, p_limit, p_now);
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  delete from private.job_runs
  where id in (
    select id from private.job_runs as run
    where started_at < p_now - make_interval(days => private.limit_value('retention.jobRunDays')::int)
      and ended_at is distinct from private.last_success(job)
    order by id
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  deleted := deleted + batch;
  largest := greatest(largest, batch);
  next := case when largest = p_limit then '{}'::jsonb end;
end
$$;
