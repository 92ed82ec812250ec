-- Functions that read the page of a meeting.

-- Returns the people of a call in the order of their number. The names are limited as on the home page.
create function private.meeting_page_people(p_call public.calls) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('number', number, 'colour', colour, 'display_name', display_name) order by number
      ),
      '[]'
    )
    from (
      select participants.number, participants.colour, participants.display_name
      from public.attendance
      join public.participants
        on participants.meeting_id = p_call.meeting_id and participants.user_id = attendance.user_id
      where attendance.call_id = p_call.id
      order by participants.number
      limit private.limit_value('homePageNamesPerMeeting')
    ) as named
  );
end
$$;

-- Returns the first sentence of a call's summary, with its translation into the language that the user reads.
create function private.meeting_page_summary(p_call_id uuid, p_reads text) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'text', sentence.text, 'language', summaries.language, 'translation', sentence.translations ->> p_reads
    )
    from public.summaries
    join public.summary_sentences as sentence on sentence.call_id = summaries.call_id
    where summaries.call_id = p_call_id
    order by sentence.number
    limit 1
  );
end
$$;

-- Returns a meeting with the calls that the caller may read, the newest first. `glossary` is for members of its workspace.
create function private.meeting_page(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  reading_language text := (select reads from public.profiles where id = caller_id);
  meeting public.meetings;
begin
  select * into meeting from public.meetings where id = p_meeting_id;
  if meeting.id is null
    or (meeting.host is distinct from caller_id and not private.can_read_meeting(meeting.id))
  then
    perform private.raise_error('request/not-found');
  end if;
  return jsonb_build_object(
    'meeting_id', meeting.id,
    'code', meeting.code,
    'title', meeting.title,
    'host_name', private.host_name(meeting),
    'ended', private.has_ended(meeting),
    'inside', (select count(*) from private.participants_in_call(meeting.id)),
    'people', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', number, 'colour', colour, 'display_name', display_name) order by number
        ),
        '[]'
      )
      from (
        select number, colour, display_name from public.participants
        where meeting_id = meeting.id and admission = 'admitted'
        order by number
        limit private.limit_value('homePageNamesPerMeeting')
      ) as named
    ),
    'people_count', (
      select count(*) from public.participants where meeting_id = meeting.id and admission = 'admitted'
    ),
    'calls', (
      select coalesce(
        jsonb_agg(
          private.home_call(caller_id, newest.id) || jsonb_build_object(
            'people', private.meeting_page_people(newest.call),
            'people_count', (select count(*) from public.attendance where call_id = newest.id),
            'summary', case when private.reads_whole_call(caller_id, newest.id) then
              private.meeting_page_summary(newest.id, reading_language)
            end
          )
          order by newest.started_at desc, newest.id
        ),
        '[]'
      )
      from (
        select calls.id, calls.started_at, calls as call
        from public.calls
        where calls.meeting_id = meeting.id and private.can_read_call(caller_id, calls.id)
        order by calls.started_at desc, calls.id
        limit private.limit_value('meetingPageCalls')
      ) as newest
    ),
    'glossary', case when private.has_workspace_role(caller_id, meeting.workspace_id, 'member') then
      jsonb_build_object(
        'workspace_id', meeting.workspace_id,
        'terms', (
          select count(*) from public.glossary_terms
          where workspace_id = meeting.workspace_id and state = 'approved'
        )
      )
    end
  );
end
$$;
grant execute on function private.meeting_page(uuid) to authenticated;

create function public.meeting_page(p_meeting_id uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.meeting_page(p_meeting_id)
$$;
grant execute on function public.meeting_page(uuid) to authenticated;
