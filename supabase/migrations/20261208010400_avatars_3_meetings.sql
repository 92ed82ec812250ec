-- The home page and the recap of a call show the avatars of people whom they name.

-- As before, with the avatars.
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
                  'avatar', (select avatar_id from public.profiles where id = people.user_id),
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

-- As before, with the avatars.
create or replace function private.call_people(p_call public.calls) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', participants.user_id,
          'number', participants.number,
          'colour', participants.colour,
          'name', participants.display_name,
          'avatar', profiles.avatar_id
        )
        order by participants.number
      ),
      '[]'
    )
    from public.participants
    left join public.profiles on profiles.id = participants.user_id
    where participants.meeting_id = p_call.meeting_id and participants.user_id in (
      select user_id from public.attendance where call_id = p_call.id
      union
      select line_marks.who
      from public.line_marks
      join public.lines on lines.id = line_marks.line_id
      where lines.call_id = p_call.id and line_marks.who is not null
    )
  );
end
$$;
