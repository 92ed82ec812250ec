-- Entering a call again and again costs others nothing, and a call is measured once it has ended.

create index call_peers_call_id_user_id_left_at_idx on public.call_peers (call_id, user_id, left_at desc);

-- Deletes earlier peers of the same user in the call. Only those of the last minutes say whether the user is present.
create function private.delete_earlier_peers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.call_peers
  where call_id = new.call_id
    and user_id = new.user_id
    and left_at < now() - 2 * private.limit_interval('emptyCallTtlMs');
  return null;
end
$$;
create trigger delete_earlier_peers after insert on public.call_peers
for each row execute function private.delete_earlier_peers();

-- Returns the insights of the calls of a workspace that began on these days, for its members. The days are those of the
-- caller's time zone. A call counts once its end is written.
create or replace function private.insights(p_workspace_id uuid, p_from date, p_until date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  v_time_zone text := coalesce((select time_zone from public.profiles where id = caller_id), 'UTC');
  max_calls bigint := private.limit_value('measures.callsPerAnswer');
  call_ids uuid[];
begin
  perform private.check_rate_limit(caller_id, 'measures.readsPerMinute');
  if not private.has_workspace_role(caller_id, p_workspace_id, 'member') then
    perform private.raise_error('request/not-allowed');
  elsif (p_until - p_from between 0 and private.limit_value('measures.days') - 1) is not true then
    perform private.raise_error('request/invalid');
  end if;
  call_ids := array(
    select calls.id
    from public.meetings
    join public.calls on calls.meeting_id = meetings.id
    where meetings.workspace_id = p_workspace_id
      and calls.ended_at is not null
      and calls.started_at >= p_from::timestamp at time zone v_time_zone
      and calls.started_at < (p_until + 1)::timestamp at time zone v_time_zone
    order by calls.started_at desc, calls.id
    limit max_calls + 1
  );
  return jsonb_build_object(
    'figures', private.insight_figures(call_ids[:max_calls], caller_id, v_time_zone),
    'complete', cardinality(call_ids) <= max_calls
  );
end
$$;

create or replace function public.insights(p_workspace_id uuid, p_from date, p_until date) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.insights(p_workspace_id, p_from, p_until)
$$;

-- Returns the insights of one call, for those who may read it as a whole. The first reader of a call that has no measures
-- yet measures it.
create or replace function private.call_insights(p_call_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  call public.calls;
  state text;
begin
  perform private.require_call_reader(caller_id, p_call_id);
  select * into call from public.calls where id = p_call_id;
  if call.ended_at is null and private.call_ended_at(call) is not null then
    -- A tab that was silent may continue. From now on it continues in another call.
    perform private.lock_meeting_row(call.meeting_id);
    perform private.end_stale_peers(p_call_id, null);
    update public.calls set ended_at = private.call_ended_at(calls)
    where id = p_call_id and ended_at is null and private.call_ended_at(calls) is not null;
    select * into call from public.calls where id = p_call_id;
  end if;
  state := case
    when (select keep from public.meetings where id = call.meeting_id) = 'nothing'
      and not exists (select from public.call_measures where call_id = p_call_id)
    then 'unkept'
    when not private.reads_whole_call(caller_id, p_call_id) then 'partial'
    when call.ended_at is null then 'open'
    else 'ready'
  end;
  if state = 'ready' then
    perform private.measure_call(p_call_id);
    return jsonb_build_object(
      'state', state, 'figures', private.insight_figures(array[p_call_id], caller_id, 'UTC')
    );
  end if;
  return jsonb_build_object('state', state, 'figures', null);
end
$$;

-- Returns everything on the user's home page in one response. `p_writable` works as in `home_meetings`.
create or replace function private.home(p_writable boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meetings jsonb;
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  meetings := private.home_meetings(caller_id, p_writable);
  return jsonb_build_object(
    'profile', private.read_profile(),
    'workspaces', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', workspaces.id, 'name', workspaces.name, 'role', workspace_members.role)
          order by workspace_members.created_at, workspaces.id
        ),
        '[]'
      )
      from public.workspace_members
      join public.workspaces on workspaces.id = workspace_members.workspace_id
      where workspace_members.user_id = caller_id and private.has_account(caller_id)
    ),
    'meetings', meetings,
    'outcomes', private.home_outcomes(
      caller_id, array(select (meeting -> 'last_call' ->> 'id')::uuid from jsonb_array_elements(meetings) as meeting)
    )
  );
end
$$;

create or replace function public.home(p_writable boolean default false) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.home(p_writable)
$$;
