-- Functions that read the home page.

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
      select meetings.*, last_call_at
      from visible
      join public.meetings using (id)
      cross join lateral (
        select max(started_at) as last_call_at from public.calls where meeting_id = meetings.id
      ) as last_call
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
      order by coalesce(last_call_at, created_at) desc, id
      limit private.limit_value('homePageMeetings')
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'meeting_id', newest.id,
          'code', newest.code,
          'title', newest.title,
          'role', case when newest.host = p_user_id then 'host' else coalesce(participant.role, 'member') end,
          'ended', newest.ended_at is not null or coalesce(newest.expires_at <= now(), false),
          'inside', (select count(*) from private.participants_in_call(newest.id)),
          'last_call_at', newest.last_call_at,
          'created_at', newest.created_at,
          'people', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object('number', number, 'display_name', display_name, 'speaks', speaks, 'reads', reads)
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
    'meetings', private.home_meetings(caller_id, p_writable)
  );
end
$$;
grant execute on function private.home(boolean) to authenticated;

create function public.home(p_writable boolean default false) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.home(p_writable)
$$;
grant execute on function public.home(boolean) to authenticated;
