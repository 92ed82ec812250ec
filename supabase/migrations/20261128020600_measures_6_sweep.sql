-- A step of the job `sweep` that measures calls: long ones, and those that ended before there were measures.

-- Measures ended calls until their lines add up to `p_limit`. Returns the number of measured calls as `deleted`.
create function private.sweep_measures(p_limit int, p_after jsonb, p_now timestamptz, out deleted int, out next jsonb)
language plpgsql set search_path = '' as $$
declare
  call record;
  line_count int := 0;
begin
  deleted := 0;
  for call in
    select id, ended_at, calls.line_count as lines
    from public.calls
    where ended_at is not null
      and not measured
      and ended_at <= p_now
      and (ended_at, id) > (
        coalesce((p_after ->> 'at')::timestamptz, '-infinity'),
        coalesce((p_after ->> 'id')::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by ended_at, id
    limit p_limit
  loop
    perform private.measure_call(call.id);
    deleted := deleted + 1;
    line_count := line_count + call.lines;
    next := jsonb_build_object('at', call.ended_at, 'id', call.id);
    exit when line_count >= p_limit;
  end loop;
  if deleted < p_limit and line_count < p_limit then
    next := null;
  end if;
end
$$;

-- Returns the number of deleted rows, the cursor of the next batch, and the duration in milliseconds, by which the
-- caller chooses the next `p_limit`. `p_now` is another time than now in tests only.
create or replace function private.sweep(
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
    when 'measures' then outcome := private.sweep_measures(batch_size, p_after, p_now);
    when 'calls' then outcome := private.sweep_calls(batch_size, p_after, p_now);
    when 'boards' then outcome := private.sweep_boards(batch_size, p_after, p_now);
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
