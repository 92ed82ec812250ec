-- Fills the columns of the migration before. Each update is one statement over one row for each meeting or call, none for each
-- line. It is a migration of its own, so that its transaction does not hold the lock of `alter table`.

update public.meetings set last_call_at = newest.started_at
from (select meeting_id, max(started_at) as started_at from public.calls group by meeting_id) as newest
where meetings.id = newest.meeting_id and meetings.last_call_at is distinct from newest.started_at;

update public.calls set workspace_id = meetings.workspace_id
from public.meetings
where meetings.id = calls.meeting_id and calls.workspace_id is distinct from meetings.workspace_id;

create index meetings_workspace_id_used_at_idx
on public.meetings (workspace_id, (coalesce(last_call_at, created_at)) desc, id);
create index meetings_host_used_at_idx on public.meetings (host, (coalesce(last_call_at, created_at)) desc, id);
create index calls_workspace_id_started_at_idx on public.calls (workspace_id, started_at desc, id);
create index calls_open_of_workspace_idx on public.calls (workspace_id, started_at desc) where ended_at is null;
create index calls_meeting_id_started_at_idx on public.calls (meeting_id, started_at desc, id);
create index participants_user_id_admitted_at_idx on public.participants (user_id, admitted_at desc)
where admission = 'admitted';
create index attendance_user_id_joined_at_idx on public.attendance (user_id, joined_at desc);

-- The indexes above begin with the same column.
drop index public.meetings_workspace_id_idx;
drop index public.calls_meeting_id_idx;
