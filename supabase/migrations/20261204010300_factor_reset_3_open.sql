-- The functions of a reset are open to a session that lacks its second factor, and `sweep` carries resets out.

-- Returns whether a function is open to a session that was refused for this reason. One that has ended may leave a call; a person who lost
-- their factor may ask for help.
create function private.is_open_in_spite_of(p_refusal text, p_path text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case p_refusal
    when 'request/sign-in-needed' then p_path = '/rpc/leave_call'
    when 'account/factor-needed' then p_path in ('/rpc/factor_reset_state', '/rpc/request_factor_reset')
    else false
  end;
end
$$;

-- Returns what the time and the slots of the request count for: the person, or a refused session. Otherwise the thief of an old session, or
-- of the first factor, would use up those of the person. Auth's tokens name a session by a UUID.
create function private.accountable_id() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(auth.jwt() ->> 'session_id', '') ~ '^[0-9a-f-]{36}$' and private.session_refusal() is not null then
    return private.own_session_id();
  end if;
  return auth.uid();
end
$$;

-- As before, for whoever is accountable.
create or replace function private.count_refused_time() returns void
language plpgsql set search_path = '' as $$
declare
  spent_ms int := ceil(extract(epoch from clock_timestamp() - now()) * 1000);
  counter regclass;
begin
  if auth.uid() is null or current_setting('transaction_read_only')::boolean then
    return;
  end if;
  for counter in select private.refusal_counters(private.accountable_id()) loop
    perform setval(counter, greatest(pg_sequence_last_value(counter), private.refusal_period()) + spent_ms);
  end loop;
end
$$;

-- Admits a caller of a function of `public`: nobody, or a person with an open session and fewer requests than the limit. Also admits
-- the functions of a reset.
create function private.admit_caller() returns void
language plpgsql security definer set search_path = '' as $$
declare
  refusal text;
  accountable_id uuid;
begin
  -- A connection without a request, such as that of a test, has neither, or both are empty.
  if nullif(current_setting('request.method', true), '') <> 'POST'
    or nullif(current_setting('request.path', true), '') not like '/rpc/%'
  then
    perform private.raise_error('request/not-taken');
  elsif auth.uid() is null then
    return;
  end if;
  refusal := private.session_refusal();
  if refusal is not null and not private.is_open_in_spite_of(refusal, coalesce(current_setting('request.path', true), '')) then
    raise exception using errcode = 'PT401', message = refusal;
  end if;
  accountable_id := private.accountable_id();
  perform private.take_slot(accountable_id, 'concurrency.requests');
  if not private.has_refused_time_left(accountable_id) then
    perform private.raise_error('request/rate-limited');
  end if;
end
$$;
grant execute on function private.admit_caller() to anon, authenticated, service_role;

-- As before, and with the resets of factors.
create or replace function private.sweep(
  p_step text, p_limit int, p_after jsonb, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  started_at timestamptz := clock_timestamp();
  batch_size int := least(greatest(p_limit, 1), private.limit_value('retention.rowsPerBatch')::int);
  outcome record;
  failures int := 0;
begin
  case p_step
    when 'ends' then outcome := private.sweep_ends(batch_size, p_after, p_now);
    when 'measures' then outcome := private.sweep_measures(batch_size, p_after, p_now);
    when 'deleted-accounts' then
      outcome := private.sweep_deleted_accounts(batch_size, p_after, p_now);
      failures := outcome.failed;
    when 'deleted-workspaces' then
      outcome := private.sweep_deleted_workspaces(batch_size, p_after, p_now);
      failures := outcome.failed;
    when 'calls' then outcome := private.sweep_calls(batch_size, p_after, p_now);
    when 'boards' then outcome := private.sweep_boards(batch_size, p_after, p_now);
    when 'meetings' then outcome := private.sweep_meetings(batch_size, p_after, p_now);
    when 'broadcasts' then outcome := private.sweep_broadcasts(batch_size, p_after, p_now);
    when 'texts' then outcome := private.sweep_texts(batch_size, p_after, p_now);
    when 'users' then outcome := private.sweep_users(batch_size, p_after, p_now);
    when 'turns' then outcome := private.sweep_turns(batch_size, p_after, p_now);
    when 'traces' then outcome := private.sweep_traces(batch_size, p_after, p_now);
    when 'workspaces' then outcome := private.sweep_workspaces(batch_size, p_after, p_now);
    when 'factor-resets' then outcome := private.sweep_factor_resets(batch_size, p_after, p_now);
    when 'emails' then outcome := private.sweep_emails(batch_size, p_after, p_now);
    else perform private.raise_error('request/invalid');
  end case;
  return jsonb_build_object(
    'deleted', outcome.deleted,
    'next', outcome.next,
    'failed', failures,
    'ms', round(extract(epoch from clock_timestamp() - started_at) * 1000)
  );
end
$$;

create function public.factor_reset_state() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.factor_reset_state()
$$;
grant execute on function public.factor_reset_state() to authenticated;

create function public.request_factor_reset() returns void
language sql security invoker set search_path = '' as $$
  select private.request_factor_reset()
$$;
grant execute on function public.request_factor_reset() to authenticated;

create function public.withdraw_factor_reset() returns void
language sql security invoker set search_path = '' as $$
  select private.withdraw_factor_reset()
$$;
grant execute on function public.withdraw_factor_reset() to authenticated;

create function public.workspace_factor_resets(p_workspace_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.workspace_factor_resets(p_workspace_id)
$$;
grant execute on function public.workspace_factor_resets(uuid) to authenticated;

create function public.answer_factor_reset(p_workspace_id uuid, p_user_id uuid, p_approved boolean) returns void
language sql security invoker set search_path = '' as $$
  select private.answer_factor_reset(p_workspace_id, p_user_id, p_approved)
$$;
grant execute on function public.answer_factor_reset(uuid, uuid, boolean) to authenticated;
