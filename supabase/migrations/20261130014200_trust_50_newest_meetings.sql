-- Lists of a person's meetings read the newest of each workspace by an index. Before, they read all of them.

-- Functions that return the newest rows. Without sorting the planner reads the index in order (see `private.lines_before`): it
-- expects a workspace of average size, whose meetings it would rather sort.
create function private.newest_meetings_of_workspace(p_workspace_id uuid, p_most bigint) returns setof uuid
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select id from public.meetings
  where workspace_id = p_workspace_id
  order by coalesce(last_call_at, created_at) desc, id
  limit p_most;
end
$$;

create function private.newest_meetings_of_host(p_user_id uuid, p_most bigint) returns setof uuid
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select id from public.meetings
  where host = p_user_id
  order by coalesce(last_call_at, created_at) desc, id
  limit p_most;
end
$$;

-- Returns the meetings that admitted the user last.
create function private.newest_meetings_of_participant(p_user_id uuid, p_most bigint) returns setof uuid
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select meeting_id from public.participants
  where user_id = p_user_id and admission = 'admitted'
  order by admitted_at desc
  limit p_most;
end
$$;

create function private.newest_attendance(p_user_id uuid, p_most bigint) returns setof public.attendance
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select * from public.attendance where user_id = p_user_id order by joined_at desc limit p_most;
end
$$;

-- Returns the meetings that were used last, among those of the user's workspaces, those that the user hosts, and the 500 that
-- admitted the user last. The newest come first, by their last call or else by creation. Guests get open meetings only, among
-- the 500 that they host.
create function private.meetings_used_last(p_user_id uuid, p_most bigint) returns setof public.meetings
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  is_account boolean := private.has_account(p_user_id);
  most_of_person constant bigint := 500;
begin
  return query
  select meetings.*
  from (
    select private.newest_meetings_of_participant(p_user_id, most_of_person) as id
    union
    select private.newest_meetings_of_host(p_user_id, case when is_account then p_most else most_of_person end)
    union
    select newest.id
    from public.workspace_members
    cross join lateral private.newest_meetings_of_workspace(workspace_members.workspace_id, p_most) as newest (id)
    where workspace_members.user_id = p_user_id and is_account
  ) as visible
  -- `offset 0`: each is read by its id.
  cross join lateral (
    select * from public.meetings as stored
    where stored.id = visible.id and (is_account or not private.has_ended(stored))
    offset 0
  ) as meetings
  order by coalesce(meetings.last_call_at, meetings.created_at) desc, meetings.id
  limit p_most;
end
$$;

-- Returns the meetings that were used last, among those that a line can be forwarded into: see `forward_line`. Those of the last
-- thousand calls that the user attended are considered.
create function private.meetings_to_forward_into(p_user_id uuid, p_most bigint) returns setof public.meetings
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  most_calls constant bigint := 1000;
begin
  return query
  select meetings.*
  from (
    select distinct calls.meeting_id
    from private.newest_attendance(p_user_id, most_calls) as attended
    cross join lateral (select meeting_id from public.calls as stored where stored.id = attended.call_id offset 0) as calls
  ) as attended
  cross join lateral (
    select * from public.meetings as stored
    where stored.id = attended.meeting_id and not private.has_ended(stored)
    offset 0
  ) as meetings
  where exists (
    select from public.participants
    where participants.meeting_id = meetings.id and user_id = p_user_id and admission = 'admitted'
  )
  order by coalesce(meetings.last_call_at, meetings.created_at) desc, meetings.id
  limit p_most;
end
$$;

-- Returns the newest meetings of `meetings_used_last`, or of `meetings_to_forward_into` with `p_writable`.
create or replace function private.home_meetings(p_user_id uuid, p_writable boolean default false) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page_size constant bigint := private.limit_value('homePageMeetings');
begin
  return (
    with newest as materialized (
      select * from private.meetings_used_last(p_user_id, page_size) where not p_writable
      union all
      select * from private.meetings_to_forward_into(p_user_id, page_size) where p_writable
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'meeting_id', newest.id,
          'code', newest.code,
          'title', newest.title,
          'host_name', (select private.host_name(meetings) from public.meetings where id = newest.id),
          'role', case
            when newest.host = p_user_id then 'host'
            else coalesce(
              (
                select role from public.participants
                where meeting_id = newest.id and user_id = p_user_id and admission = 'admitted'
              ),
              'member'
            )
          end,
          'ended', newest.ended_at is not null or coalesce(newest.expires_at <= now(), false),
          'inside', (select count(*) from private.participants_in_call(newest.id)),
          'last_call_at', newest.last_call_at,
          'last_call', case
            when not p_writable then private.home_call(
              p_user_id,
              (
                select id from public.calls
                where meeting_id = newest.id and started_at = newest.last_call_at
                order by id
                limit 1
              )
            )
          end,
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
  );
end
$$;

-- Returns the meetings whose boards the page `/files` follows: those of the caller that were used last. Guests have none.
create or replace function private.board_topics() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  max_topics constant int := 20;
begin
  if not private.has_account(caller_id) then
    return '{}';
  end if;
  return array(
    select newest.id
    from private.meetings_used_last(caller_id, 2 * max_topics) as newest
    where private.can_read_board(caller_id, newest.id)
    order by coalesce(newest.last_call_at, newest.created_at) desc, newest.id
    limit max_topics
  );
end
$$;

drop function private.board_meetings(uuid);

-- A page of an account in many meetings looks at up to 500 of them, so it counts once more for each fifty. The choices of filters
-- look at a thousand files.
create or replace function private.count_board_read(p_meeting_id uuid, p_count int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_count int := (
    select count(*)
    from (select from public.participants where user_id = caller_id and p_meeting_id is null limit 500) as meetings
  );
begin
  if p_count + meeting_count / 50 > 0 then
    perform private.check_rate_limit(caller_id, 'board.readsPerMinute', p_count + meeting_count / 50);
  end if;
end
$$;
