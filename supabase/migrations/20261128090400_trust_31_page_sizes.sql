-- Large pages count as several, so that five people who read the largest ones do not use up both processors.

-- Counts a page that the caller read once more for each 128 KB, and returns it. It refuses nothing, because an error
-- would undo the count.
create function private.count_page_size(p_page anyelement) returns anyelement
language plpgsql security definer set search_path = '' as $$
declare
  bytes_per_turn constant int := 131072;
begin
  update private.rate_limits
  set times = times || array_fill(clock_timestamp(), array[pg_column_size(p_page) / bytes_per_turn])
  where user_id = private.require_user_id()
    and action = 'pageReadsPerMinute'
    and pg_column_size(p_page) >= bytes_per_turn;
  return p_page;
end
$$;
grant execute on function private.count_page_size(anyelement) to authenticated;

create or replace function public.transcript(p_call_id uuid, p_after_seq bigint default null) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.count_page_size(private.transcript(p_call_id, p_after_seq))
$$;

create or replace function public.call_recap(p_call_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.count_page_size(private.call_recap(p_call_id))
$$;

create or replace function public.lines_with_links(p_call_id uuid) returns json
language sql security invoker set search_path = '' as $$
  select private.count_page_size(private.lines_with_links(p_call_id))
$$;

create or replace function public.lines_with_files(p_call_id uuid) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.count_page_size(private.lines_with_files(p_call_id))
$$;

create or replace function public.missed_lines(p_call_id uuid, p_after_seq bigint default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.count_page_size(private.missed_lines(p_call_id, p_after_seq))
$$;

create or replace function public.history(p_call_id uuid, p_before_seq bigint default null) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.count_page_size(private.history(p_call_id, p_before_seq))
$$;
