-- The search looks at a bounded number of meetings and calls, whatever the workspaces and meetings hold.

-- `workspace_id` is that of the meeting, for the members' searches.
alter table public.moved_meetings add column workspace_id uuid;
update public.moved_meetings set workspace_id = meetings.workspace_id
from public.meetings
where meetings.id = meeting_id;
create index moved_meetings_workspace_id_idx on public.moved_meetings (workspace_id, meeting_id);

create or replace function private.note_moved_meeting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.moved_meetings (meeting_id, workspace_id) values (new.id, new.workspace_id)
  on conflict (meeting_id) do update set workspace_id = excluded.workspace_id;
  return null;
end
$$;

-- Without sorting the planner reads the index in order (see `private.lines_before`).
create function private.first_moved_meetings(p_workspace_id uuid, p_most bigint) returns setof uuid
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select meeting_id from public.moved_meetings where workspace_id = p_workspace_id order by meeting_id limit p_most;
end
$$;

create function private.newest_calls_of_meeting(p_meeting_id uuid, p_most bigint) returns setof uuid
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select id from public.calls where meeting_id = p_meeting_id order by started_at desc, id limit p_most;
end
$$;

-- Returns where the user may read files: places with their keys in the index, and the readable ranges of `seq` in a call, else
-- null. Unreadable texts must not count anywhere, because by the end of a page a reader could find out what is written in
-- them. Members read all meetings of their workspaces; among other meetings, the latest are searched, and of their calls those
-- among the latest thousand. Meetings that came to a workspace from a guest lately are not under its key yet. The search looks at
-- as many of them as it has places, until the sweep has moved their texts.
create or replace function private.search_places(
  p_user_id uuid, p_meeting_id uuid, out kind text, out id uuid, out ranges int8multirange, out key_of_names int, out key_of_contents int
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  workspaces uuid[] := array(select workspace_id from public.workspace_members where user_id = p_user_id);
  meeting_ids uuid[] := array[p_meeting_id];
  most constant bigint := private.limit_value('board.placesPerSearch');
  most_calls constant bigint := 1000;
  salt bigint := (select search_salt.salt from private.search_salt);
begin
  if p_meeting_id is null then
    meeting_ids := array(
      select private.newest_meetings_of_participant(p_user_id, most)
      union
      select private.newest_meetings_of_host(p_user_id, most)
      union
      select moved.id
      from unnest(workspaces) as workspace_id
      cross join lateral private.first_moved_meetings(workspace_id, most / greatest(cardinality(workspaces), 1)) as moved (id)
    );
  end if;
  return query
  with given as materialized (
    select meetings.id, coalesce(workspace_id = any (workspaces), false) as is_member
    from public.meetings
    where meetings.id = any (meeting_ids)
  ),
  attended as (
    select newest.call_id, newest.joined_at
    from private.newest_attendance(p_user_id, most_calls) as newest
    where p_meeting_id is null
    union all
    select attendance.call_id, attendance.joined_at
    from private.newest_calls_of_meeting(p_meeting_id, most_calls) as newest (call_id)
    cross join lateral (
      select call_id, joined_at from public.attendance as stored
      where stored.call_id = newest.call_id and stored.user_id = p_user_id
      offset 0
    ) as attendance
    where p_meeting_id is not null and exists (select from given where not is_member)
  ),
  places as (
    select 'workspace' as kind, workspace_id as id, null::int8multirange as ranges
    from unnest(workspaces) as workspace_id
    where p_meeting_id is null
    union all
    select 'meeting', given.id, null
    from given
    where is_member
      and (p_meeting_id is not null or exists (select from public.moved_meetings where meeting_id = given.id))
    union all
    select 'board', given.id, null
    from given
    where not is_member and private.can_read_board(p_user_id, given.id)
    union all
    select 'call', latest.call_id, private.readable_ranges(p_user_id, latest.call_id)
    from (
      select attended.call_id
      from attended
      cross join lateral (select meeting_id from public.calls as stored where stored.id = attended.call_id offset 0) as calls
      join given on given.id = calls.meeting_id
      where not is_member
      order by attended.joined_at desc
      limit most
    ) as latest
  )
  select places.kind, places.id, places.ranges,
    private.place_key(places.kind, places.id, 'names', salt), private.place_key(places.kind, places.id, 'contents', salt)
  from places;
end
$$;
