-- Runs of the scheduled jobs (contracts/jobs.ts).
--
-- The edge function of a job starts a run before its first batch and ends it after its last one. The time limit of
-- the platform, or a crash, leaves a run without an end. The next run of the same job then ends it with an error.

create table private.job_runs (
  id bigint generated always as identity primary key,
  job text not null check (job in ('sweep', 'sweep-broadcasts', 'send-emails')),
  started_at timestamptz not null default now(),
  ended_at timestamptz check (ended_at >= started_at),
  -- Numbers of rows, objects or emails by the step of the job: `{"calls": 120, "files": 3}`.
  counts jsonb not null default '{}',
  -- Work remained when the time of the run was over.
  more boolean not null default false,
  -- An error code of the catalogue. Null after a success, and while the run has no end.
  error text
);
revoke all on private.job_runs from public, anon, authenticated, service_role;
alter table private.job_runs enable row level security;

create index job_runs_job_id_idx on private.job_runs (job, id);
create index job_runs_success_idx on private.job_runs (job, ended_at) where ended_at is not null and error is null;
create index job_runs_unended_idx on private.job_runs (job) where ended_at is null;

-- Returns when the job last succeeded; null if it never did.
create function private.last_success(p_job text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (
    select max(ended_at) from private.job_runs where job = p_job and ended_at is not null and error is null
  );
end
$$;

-- Starts a run, and ends those of the same job that were killed.
create function private.start_job(p_job text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  new_id bigint;
begin
  update private.job_runs
  set ended_at = greatest(now(), started_at), error = 'network/timeout'
  where job = p_job
    and ended_at is null
    -- The second condition is for a clock that was set back.
    and (started_at < now() - interval '10 minutes' or started_at > now() + interval '10 minutes');
  insert into private.job_runs (job) values (p_job) returning id into new_id;
  return jsonb_build_object('run', new_id, 'last_success', private.last_success(p_job));
end
$$;
grant execute on function private.start_job(text) to service_role;

create function public.start_job(p_job text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.start_job(p_job)
$$;
grant execute on function public.start_job(text) to service_role;

-- Ends a run. The end of a run that was taken for killed replaces that error.
create function private.end_job(p_run bigint, p_counts jsonb, p_more boolean, p_error text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.job_runs
  set ended_at = greatest(clock_timestamp(), started_at), counts = p_counts, more = p_more, error = p_error
  where id = p_run;
end
$$;
grant execute on function private.end_job(bigint, jsonb, boolean, text) to service_role;

create function public.end_job(p_run bigint, p_counts jsonb, p_more boolean, p_error text default null) returns void
language sql security invoker set search_path = '' as $$
  select private.end_job(p_run, p_counts, p_more, p_error)
$$;
grant execute on function public.end_job(bigint, jsonb, boolean, text) to service_role;

-- Returns the last success and the error of the last ended run of each job that ever ran. For monitoring: it contains
-- nothing about users.
create function private.jobs_json() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_object_agg(
        jobs.name,
        jsonb_build_object(
          'last_success', private.last_success(jobs.name),
          'error', (
            select error from private.job_runs where job = jobs.name and ended_at is not null order by id desc limit 1
          )
        )
      ),
      '{}'
    )
    from unnest(array['sweep', 'sweep-broadcasts', 'send-emails']) as jobs (name)
    where exists (select from private.job_runs where job = jobs.name)
  );
end
$$;
