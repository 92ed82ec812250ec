-- The other reads that cost a lot for hostile input (long texts, many reactions) have the limit of pages for each person.

-- Counts a page that the caller reads.
create function private.count_page_read() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_rate_limit(private.require_user_id(), 'pageReadsPerMinute');
end
$$;
grant execute on function private.count_page_read() to authenticated;

create or replace function public.transcript(p_call_id uuid, p_after_seq bigint default null) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.transcript(p_call_id, p_after_seq)
$$;

create or replace function public.proposed_terms(p_meeting_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.proposed_terms(p_meeting_id)
$$;

create or replace function public.corrections(p_line_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.corrections(p_line_id)
$$;

create or replace function public.comments(p_file_id uuid, p_after_seq bigint default null) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.comments(p_file_id, p_after_seq)
$$;
