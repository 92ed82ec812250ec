-- Entry point of the job `sweep`: one batch of one step (`SWEEP_STEPS` in contracts/jobs.ts).

-- Returns the number of deleted rows, the cursor of the next batch, and the duration in milliseconds, by which the
-- caller chooses the next `p_limit`. `p_now` is another time than now in tests only.
create function private.sweep(
  p_step text, p_limit int, p_after jsonb, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  started_at timestamptz := clock_timestamp();
  batch_size int := least(greatest(p_limit, 1), private.limit_value('retention.rowsPerBatch')::int);
  outcome record;
begin
  case p_step
    when 'ends' then outcome := private.sweep_ends(batch_size, p_after, p_now);
    when 'calls' then outcome := private.sweep_calls(batch_size, p_after, p_now);
    when 'meetings' then outcome := private.sweep_meetings(batch_size, p_after, p_now);
    when 'broadcasts' then outcome := private.sweep_broadcasts(batch_size, p_after, p_now);
    when 'users' then outcome := private.sweep_users(batch_size, p_after, p_now);
    when 'turns' then outcome := private.sweep_turns(batch_size, p_after, p_now);
    when 'traces' then outcome := private.sweep_traces(batch_size, p_after, p_now);
    when 'emails' then outcome := private.sweep_emails(batch_size, p_after, p_now);
    else perform private.raise_error('request/invalid');
  end case;
  return jsonb_build_object(
    'deleted', outcome.deleted,
    'next', outcome.next,
    'ms', round(extract(epoch from clock_timestamp() - started_at) * 1000)
  );
end
$$;
grant execute on function private.sweep(text, int, jsonb, timestamptz) to service_role;

create function public.sweep(p_step text, p_limit int, p_after jsonb default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.sweep(p_step, p_limit, p_after)
$$;
grant execute on function public.sweep(text, int, jsonb) to service_role;
