-- The meetings of a person: those they host, those that admit them, those of their workspaces. The newest first, by the
-- last call, or by when they were made. Of a guest those alone that go on: what is over opens no more.
create function private.home_meetings(person uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with known as (
      select meeting_id as id from public.participants where user_id = person and admission = 'admitted'
      union
      select id from public.meetings where host = person
      union
      select meetings.id
      from public.workspace_members
      join public.meetings using (workspace_id)
      where workspace_members.user_id = person and private.has_account(person)
    ),
    newest as (
      select meetings.*, last_call_at
      from known
      join public.meetings using (id)
      cross join lateral (
        select max(started_at) as last_call_at from public.calls where meeting_id = meetings.id
      ) as last_call
      where not private.is_over(meetings) or private.has_account(person)
      order by coalesce(last_call_at, created_at) desc, id
      limit private.bound('homeMeetings')
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'meeting_id', newest.id,
          'code', newest.code,
          'title', newest.title,
          'role', case when newest.host = person then 'host' else coalesce(place.role, 'member') end,
          'ended', newest.ended_at is not null or coalesce(newest.expires_at <= now(), false),
          'inside', (select count(*) from private.people_inside(newest.id)),
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
              limit private.bound('homePeople')
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
    left join public.participants as place
      on place.meeting_id = newest.id and place.user_id = person and place.admission = 'admitted'
  );
end
$$;

-- All that the first page of a person shows, in one answer.
create function private.home() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.caller();
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
      where workspace_members.user_id = me and private.has_account(me)
    ),
    'meetings', private.home_meetings(me)
  );
end
$$;
grant execute on function private.home() to authenticated;

create function public.home() returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.home()
$$;
grant execute on function public.home() to authenticated;
