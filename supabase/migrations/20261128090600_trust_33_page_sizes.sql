-- Large pages count as several, so that five people who read the largest ones do not use up both processors.

-- Counts a read once more for each so many bytes, and returns it. It refuses nothing, because an error would undo the count. Long
-- lines of others must not use up the reads of a person at once, so a read counts sixty times at most.
create function private.count_size(p_read anyelement, p_limit_name text, p_bytes_per_turn int) returns anyelement
language plpgsql security definer set search_path = '' as $$
begin
  update private.rate_limits
  set times = times || array_fill(clock_timestamp(), array[least(60, pg_column_size(p_read) / p_bytes_per_turn)])
  where user_id = private.require_user_id() and action = p_limit_name and pg_column_size(p_read) >= p_bytes_per_turn;
  return p_read;
end
$$;
grant execute on function private.count_size(anyelement, text, int) to authenticated;

-- Counts a page once more for each 128 KB.
create function private.count_page_size(p_page anyelement) returns anyelement
language plpgsql security invoker set search_path = '' as $$
begin
  return private.count_size(p_page, 'pageReadsPerMinute', 131072);
end
$$;
grant execute on function private.count_page_size(anyelement) to authenticated;

-- Changes that a page missed are few. A page of the largest lines takes a third of a second.
create or replace function public.changes_since(p_meeting_id uuid, p_after_seq bigint) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.count_size(private.changes_since(p_meeting_id, p_after_seq), 'changesPerMinute', 8192)
$$;

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
