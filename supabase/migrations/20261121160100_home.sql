-- Functions that read the home page.

-- Returns a call with the numbers of its decisions, tasks and open tasks. Null if the user may not read it.
-- The counts of the call are those of everyone who may read it as a whole.
create function private.home_call(p_user_id uuid, p_call_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  call public.calls;
  readable int8multirange := private.readable_ranges(p_user_id, p_call_id);
begin
  select * into call from public.calls where id = p_call_id;
  if not private.can_read_call(p_user_id, p_call_id) then
    return null;
  elsif not private.covers_call(readable, p_call_id) then
    select
      count(*) filter (where kind = 'decision'),
      count(*) filter (where kind = 'task'),
      count(*) filter (where kind = 'task' and not done)
    into call.decision_count, call.task_count, call.open_task_count
    from public.line_marks
    where line_marks.call_id = p_call_id and line_marks.seq <@ readable;
  end if;
  return jsonb_build_object(
    'id', call.id,
    'started_at', call.started_at,
    'ended_at', private.call_ended_at(call),
    'decisions', call.decision_count,
    'tasks', call.task_count,
    'open_tasks', call.open_task_count
  );
end
$$;

-- Returns the newest readable decisions and open tasks of a call. Without sorting the planner reads the index in order
-- (see `private.lines_before`).
create function private.newest_outcomes(p_call_id uuid, p_readable int8multirange) returns setof public.line_marks
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select * from public.line_marks
  where call_id = p_call_id and seq <@ p_readable and (kind = 'decision' or (kind = 'task' and not done))
  order by seq desc
  limit private.limit_value('homePageOutcomes');
end
$$;

-- Returns the newest decisions and open tasks of the calls, which the user may read. `mine`: the user is to do it.
create function private.home_outcomes(p_user_id uuid, p_call_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(outcome order by at desc, line_id), '[]')
    from (
      select
        jsonb_build_object(
          'line_id', lines.id,
          'meeting_id', lines.meeting_id,
          'call_id', lines.call_id,
          'kind', line_marks.kind,
          'mine', line_marks.who is not distinct from p_user_id,
          'who', assignee.display_name,
          'language', lines.language,
          'text', lines.text,
          'translation', translations.text,
          'reads', profiles.reads
        ) as outcome,
        lines.created_at as at,
        lines.id as line_id
      from unnest(p_call_ids) as listed (call_id)
      cross join lateral private.newest_outcomes(
        listed.call_id, private.readable_ranges(p_user_id, listed.call_id)
      ) as line_marks
      join public.lines on lines.id = line_marks.line_id
      join public.profiles on profiles.id = p_user_id
      left join public.participants as assignee
        on assignee.meeting_id = lines.meeting_id and assignee.user_id = line_marks.who
      left join public.translations
        on translations.line_id = lines.id
        and translations.revision = lines.revision
        and translations.language = profiles.reads
        and translations.status = 'ready'
        and lines.language <> profiles.reads
      where lines.deleted_at is null
      order by lines.created_at desc, lines.id
      limit private.limit_value('homePageOutcomes')
    ) as newest
  );
end
$$;

-- Returns the meetings that the user hosts, participates in, or shares a workspace with. The newest come first, by
-- their last call or else by creation. Guests get open meetings only. `p_writable` limits the list to meetings that a
-- line can be forwarded into: see `forward_line`.
create function private.home_meetings(p_user_id uuid, p_writable boolean default false) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with visible as (
      select meeting_id as id from public.participants where user_id = p_user_id and admission = 'admitted'
      union
      select id from public.meetings where host = p_user_id
      union
      select meetings.id
      from public.workspace_members
      join public.meetings using (workspace_id)
      where workspace_members.user_id = p_user_id and private.has_account(p_user_id)
    ),
    newest as (
      select meetings.*, last_call.id as last_call_id, last_call.started_at as last_call_at
      from visible
      join public.meetings using (id)
      left join lateral (
        select calls.id, calls.started_at from public.calls
        where calls.meeting_id = meetings.id
        order by calls.started_at desc, calls.id
        limit 1
      ) as last_call on true
      where case
        when p_writable then not private.has_ended(meetings)
          and exists (
            select from public.participants
            where meeting_id = meetings.id and user_id = p_user_id and admission = 'admitted'
          )
          and exists (
            select from public.attendance
            join public.calls on calls.id = attendance.call_id
            where calls.meeting_id = meetings.id and attendance.user_id = p_user_id
          )
        else not private.has_ended(meetings) or private.has_account(p_user_id)
      end
      order by coalesce(last_call.started_at, meetings.created_at) desc, meetings.id
      limit private.limit_value('homePageMeetings')
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'meeting_id', newest.id,
          'code', newest.code,
          'title', newest.title,
          'host_name', (select private.host_name(meetings) from public.meetings where id = newest.id),
          'role', case when newest.host = p_user_id then 'host' else coalesce(participant.role, 'member') end,
          'ended', newest.ended_at is not null or coalesce(newest.expires_at <= now(), false),
          'inside', (select count(*) from private.participants_in_call(newest.id)),
          'last_call_at', newest.last_call_at,
          'last_call', case when not p_writable then private.home_call(p_user_id, newest.last_call_id) end,
          'created_at', newest.created_at,
          'people', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'number', number,
                  'colour', private.own_colour(user_id),
                  'display_name', display_name,
                  'speaks', speaks,
                  'reads', reads
                )
                order by number
              ),
              '[]'
            )
            from (
              select * from public.participants
              where meeting_id = newest.id and admission = 'admitted'
              order by number
              limit private.limit_value('homePageNamesPerMeeting')
            ) as people
          ),
          'people_count', (
            select count(*) from public.participants where meeting_id = newest.id and admission = 'admitted'
          )
        )
        order by coalesce(newest.last_call_at, newest.created_at) desc, newest.id
      ),
      '[]'
    )
    from newest
    left join public.participants as participant
      on participant.meeting_id = newest.id and participant.user_id = p_user_id and participant.admission = 'admitted'
  );
end
$$;

-- Returns everything on the user's home page in one response. `p_writable` works as in `home_meetings`.
create function private.home(p_writable boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meetings jsonb := private.home_meetings(caller_id, p_writable);
begin
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
grant execute on function private.home(boolean) to authenticated;

create function public.home(p_writable boolean default false) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.home(p_writable)
$$;
grant execute on function public.home(boolean) to authenticated;
