-- Runs of the job `remind` for admins of a workspace, with what became of its reminders and invitations.

create index series_invitees_failed_idx on public.series_invitees (workspace_id) where email_state = 'failed';

-- Returns the last runs, and counts of the workspace: reminders of the last day that were added to the outbox, those without a share of
-- the day, and invitees whose last email failed. Counts end at `plans.shownFailures`. A run counts reminders of all workspaces, so
-- its numbers are left out.
create function private.reminder_runs(p_workspace_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  since constant timestamptz := now() - interval '1 day';
  most constant int := private.limit_value('plans.shownFailures');
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_workspace_role(caller_id, p_workspace_id, 'admin');
  return jsonb_build_object(
    'last_success', private.last_success('remind'),
    'runs', (
      select coalesce(
        jsonb_agg(jsonb_build_object('started_at', started_at, 'ended_at', ended_at, 'error', error) order by id desc), '[]'
      )
      from (
        select id, started_at, ended_at, error from private.job_runs
        where job = 'remind'
        order by id desc
        limit private.limit_value('plans.shownRuns')
      ) as runs
    ),
    'queued', (
      select count(*) from (
        select from private.plan_emails where workspace_id = p_workspace_id and reminder and queued_at > since limit most
      ) as reminders
    ),
    'limited', (
      select count(*) from (
        select from private.plan_reminders
        where workspace_id = p_workspace_id and outcome = 'limited' and made_at > since
        limit most
      ) as reminders
    ),
    'failed', (
      select count(*) from (
        select from public.series_invitees
        where workspace_id = p_workspace_id and email_state = 'failed' and removed_at is null
        limit most
      ) as invitees
    )
  );
end
$$;
grant execute on function private.reminder_runs(uuid) to authenticated;

create function public.reminder_runs(p_workspace_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.reminder_runs(p_workspace_id)
$$;
grant execute on function public.reminder_runs(uuid) to authenticated;
