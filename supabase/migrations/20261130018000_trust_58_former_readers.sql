-- People who left a workspace read nothing more of its meetings that only members may enter: neither the new code, title and
-- people, nor terms, decisions and their own stays. A person who never was a member keeps what they attended before a meeting
-- was closed to others.

create table private.former_members (
  user_id uuid not null references public.profiles on delete cascade,
  workspace_id uuid not null references public.workspaces on delete cascade,
  primary key (user_id, workspace_id)
);
create index former_members_workspace_id_idx on private.former_members (workspace_id);
revoke all on private.former_members from public, anon, authenticated, service_role;
alter table private.former_members enable row level security;

-- Remembers people who are removed or leave, and forgets those who return. A workspace or a person that is being deleted is
-- gone already.
create function private.track_former_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    insert into private.former_members (user_id, workspace_id)
    select profiles.id, workspaces.id from public.profiles, public.workspaces
    where profiles.id = old.user_id and workspaces.id = old.workspace_id
    on conflict do nothing;
  else
    delete from private.former_members where user_id = new.user_id and workspace_id = new.workspace_id;
  end if;
  return null;
end
$$;

create trigger track_former_member
after insert or delete on public.workspace_members
for each row execute function private.track_former_member();

insert into private.former_members (user_id, workspace_id)
select distinct changes.person, changes.workspace_id
from public.workspace_changes as changes
join public.profiles on profiles.id = changes.person
where changes.action in ('member-removed', 'member-left')
  and not exists (
    select from public.workspace_members as members
    where members.workspace_id = changes.workspace_id and members.user_id = changes.person
  );

-- Returns whether the meeting is closed to a person who is no member of its workspace any more.
create function private.is_closed_to(p_user_id uuid, p_meeting public.meetings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_meeting.access = 'members' and exists (
    select from private.former_members where user_id = p_user_id and workspace_id = p_meeting.workspace_id
  );
end
$$;

-- As before, and is false for former members where only members may enter.
create or replace function private.is_participant(p_user_id uuid, p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select
    from public.participants
    join public.meetings on meetings.id = participants.meeting_id
    where participants.meeting_id = p_meeting_id
      and participants.user_id = p_user_id
      and participants.admission = 'admitted'
      and (not private.has_ended(meetings) or private.has_account(p_user_id))
      and not private.is_closed_to(p_user_id, meetings)
  );
end
$$;

-- As before, and refuses former members where only members may enter.
create or replace function private.require_admitted(p_user_id uuid, p_meeting_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  current_admission text := (
    select admission from public.participants where meeting_id = p_meeting_id and user_id = p_user_id
  );
begin
  if current_admission is null then
    perform private.raise_error('meeting/not-entered');
  elsif current_admission <> 'admitted' then
    perform private.raise_error('meeting/removed');
  elsif (select private.is_closed_to(p_user_id, meetings) from public.meetings where id = p_meeting_id) then
    perform private.raise_error('meeting/members-only');
  end if;
end
$$;

-- As before, without meetings that are closed to the person.
create or replace function private.meetings_to_forward_into(p_user_id uuid, p_most bigint) returns setof public.meetings
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
    where stored.id = attended.meeting_id
      and not private.has_ended(stored)
      and not private.is_closed_to(p_user_id, stored)
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

-- As before, for nobody to whom the meeting is closed.
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
    or (meeting.host is distinct from caller_id and not private.can_read_meeting(meeting.id))
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
