-- Functions that read and delete the log of a workspace.

-- Returns changes before the given one, the newest first, perhaps of some actions or of one person. `next`: where to go on. A
-- request looks at a bounded number of changes, so a page may be short although more follow.
create function private.workspace_changes(p_workspace_id uuid, p_before bigint, p_actions text[], p_person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  page_size int := private.limit_value('workspaces.changesPerPage');
  rows_read int := private.limit_value('workspaces.changesPerRead');
  last_read bigint;
  changes jsonb;
  has_more boolean;
begin
  perform private.require_size(
    pg_column_size(p_actions), private.max_bytes('workspaces.actions.max'), 'request/too-large'
  );
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'admin');
  select id into last_read from public.workspace_changes
  where workspace_id = p_workspace_id and (p_before is null or id < p_before)
  order by id desc
  offset rows_read - 1
  limit 1;
  select coalesce(jsonb_agg(to_jsonb(page)), '[]') into changes
  from (
    select changes.id, changes.at, changes.action, changes.detail,
      changes.actor, actors.display_name as actor_name, changes.person, people.display_name as person_name
    from public.workspace_changes as changes
    left join public.profiles as actors on actors.id = changes.actor
    left join public.profiles as people on people.id = changes.person
    where changes.workspace_id = p_workspace_id
      and (p_before is null or changes.id < p_before)
      and (last_read is null or changes.id >= last_read)
      and (p_actions is null or changes.action = any (p_actions))
      and (p_person is null or p_person in (changes.actor, changes.person))
    order by changes.id desc
    limit page_size + 1
  ) as page;
  has_more := jsonb_array_length(changes) > page_size;
  changes := changes - page_size;
  return jsonb_build_object(
    'changes', changes, 'next', case when has_more then (changes -> -1 ->> 'id')::bigint else last_read end
  );
end
$$;
grant execute on function private.workspace_changes(uuid, bigint, text[], uuid) to authenticated;

create function public.workspace_changes(
  p_workspace_id uuid, p_before bigint default null, p_actions text[] default null, p_person uuid default null
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.workspace_changes(p_workspace_id, p_before, p_actions, p_person)
$$;
grant execute on function public.workspace_changes(uuid, bigint, text[], uuid) to authenticated;

-- Deletes expired invitations, and changes of more than a year ago.
create function private.sweep_workspaces(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  batch int;
begin
  delete from public.workspace_invitations
  where id in (
    select id from public.workspace_invitations where expires_at <= p_now limit p_limit for update skip locked
  );
  get diagnostics deleted = row_count;
  delete from public.workspace_changes
  where id in (
    select id from public.workspace_changes
    where at <= p_now - make_interval(days => private.limit_value('retention.workspaceChangeDays')::int)
    limit p_limit
    for update skip locked
  );
  get diagnostics batch = row_count;
  next := case when greatest(deleted, batch) = p_limit then '{}'::jsonb end;
  deleted := deleted + batch;
end
$$;

create or replace function private.sweep(
  p_step text, p_limit int, p_after jsonb, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  started_at timestamptz := clock_timestamp();
  batch_size int := least(greatest(p_limit, 1), private.limit_value('retention.rowsPerBatch')::int);
  outcome record;
begin
  case p_step
    when 'ends' then outcome := private.sweep_ends(batch_size, p_after, p_now);
    when 'measures' then outcome := private.sweep_measures(batch_size, p_after, p_now);
    when 'calls' then outcome := private.sweep_calls(batch_size, p_after, p_now);
    when 'boards' then outcome := private.sweep_boards(batch_size, p_after, p_now);
    when 'meetings' then outcome := private.sweep_meetings(batch_size, p_after, p_now);
    when 'broadcasts' then outcome := private.sweep_broadcasts(batch_size, p_after, p_now);
    when 'texts' then outcome := private.sweep_texts(batch_size, p_after, p_now);
    when 'users' then outcome := private.sweep_users(batch_size, p_after, p_now);
    when 'turns' then outcome := private.sweep_turns(batch_size, p_after, p_now);
    when 'traces' then outcome := private.sweep_traces(batch_size, p_after, p_now);
    when 'workspaces' then outcome := private.sweep_workspaces(batch_size, p_after, p_now);
    when 'emails' then outcome := private.sweep_emails(batch_size, p_after, p_now);
    else perform private.raise_error('request/invalid');
  end case;
  return jsonb_build_object(
    'deleted', outcome.deleted,
    'next', outcome.next,
    'ms', round(extract(epoch from clock_timestamp() - started_at) * 1000)
  );
end
$$;
