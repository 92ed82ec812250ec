-- Hides a meeting from the host whom an admin removed, and lets no meeting outlive the rules of guests.

-- As before, but a meeting that comes into no workspace still expires.
create or replace function private.assign_meeting(p_meeting_id uuid, p_user_id uuid, p_workspace_id uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update public.meetings
  set
    host = p_user_id,
    workspace_id = coalesce(workspace_id, p_workspace_id),
    ended_at = coalesce(ended_at, case when expires_at <= now() then expires_at end),
    expires_at = case when coalesce(workspace_id, p_workspace_id) is null then expires_at end
  where id = p_meeting_id;
end
$$;

-- Returns whether the person hosts the meeting, and no admin has removed them from it.
create function private.is_own_meeting(p_user_id uuid, p_meeting public.meetings) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(p_meeting.host = p_user_id, false) and not exists (
    select from public.participants
    where meeting_id = p_meeting.id and user_id = p_user_id and admission = 'removed'
  );
end
$$;

-- As before, without the meetings that a host was removed from.
create or replace function private.newest_meetings_of_host(p_user_id uuid, p_most bigint) returns setof uuid
language plpgsql stable set search_path = '' set enable_sort to off as $$
begin
  return query
  select id from public.meetings
  where host = p_user_id
    and not exists (
      select from public.participants
      where participants.meeting_id = meetings.id and participants.user_id = p_user_id and admission = 'removed'
    )
  order by coalesce(last_call_at, created_at) desc, id
  limit p_most;
end
$$;

-- As before, and nothing for a host who was removed.
create or replace function private.meeting_page(p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  reading_language text := (select reads from public.profiles where id = caller_id);
  meeting public.meetings;
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  select * into meeting from public.meetings where id = p_meeting_id;
  if meeting.id is null
    or (not private.is_own_meeting(caller_id, meeting) and not private.can_read_meeting(meeting.id))
    or private.is_closed_to(caller_id, meeting)
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

-- As before, for the same people. A closed meeting counts as one that does not exist.
create or replace function private.count_meeting_page(p_meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  calls_per_turn constant int := 5;
  caller_id uuid := private.require_user_id();
  call_count int := (
    select count(*)
    from (
      select from public.calls where meeting_id = p_meeting_id limit private.limit_value('meetingPageCalls')
    ) as listed
  );
begin
  if call_count >= calls_per_turn
    and exists (
      select from public.meetings
      where id = p_meeting_id
        and (private.is_own_meeting(caller_id, meetings) or private.can_read_meeting(id))
        and not private.is_closed_to(caller_id, meetings)
    )
  then
    perform private.check_rate_limit(caller_id, 'pageReadsPerMinute', call_count / calls_per_turn);
  end if;
end
$$;

-- As before, but a host who was removed or is kept out gets no code by a repetition.
create or replace function private.create_meeting(p_meeting_id uuid, p_title text, p_access text, p_keep text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  clean_title text := nullif(private.clean_name(private.measured(p_title, 'title.max', 'title/too-long')), '');
  default_workspace uuid;
  meeting public.meetings;
begin
  if p_meeting_id is null then
    perform private.raise_error('request/invalid');
  elsif char_length(clean_title) > private.limit_value('title.max') then
    perform private.raise_error('title/too-long');
  end if;

  -- Serialize the creations of one user, so that the rate limit counts all of them.
  perform private.lock_user(caller_id);
  default_workspace := private.default_workspace_id(caller_id);
  perform private.require_meeting_settings(p_access, p_keep, default_workspace);
  select * into meeting from public.meetings where id = p_meeting_id;
  if not found then
    if (
      select count(*) from public.meetings where host = caller_id and created_at > now() - interval '1 hour'
    ) >= private.limit_value('meetingsPerHour') then
      perform private.raise_error('request/rate-limited');
    end if;
    insert into public.meetings (id, code, title, host, workspace_id, access, keep, expires_at)
    values (
      p_meeting_id, private.new_meeting_code(), clean_title, caller_id, default_workspace, p_access, p_keep,
      case when default_workspace is null then now() + private.limit_interval('guestMeetingTtlMs') end
    )
    on conflict (id) do nothing
    returning * into meeting;
  end if;
  if not private.is_own_meeting(caller_id, meeting) or private.is_closed_to(caller_id, meeting) then
    perform private.raise_error('request/not-allowed');
  end if;
  return jsonb_build_object('meeting_id', meeting.id, 'code', meeting.code);
end
$$;
