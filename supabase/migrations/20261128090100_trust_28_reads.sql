-- Bounds of reads that had none, or one that did not follow their cost.

-- A page of an account in many meetings looks at each of them, so it counts once more for each fifty. The choices of filters look at a
-- thousand files.
create function private.count_board_read(p_meeting_id uuid, p_count int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting_count int := (
    select count(*)
    from (select from public.participants where user_id = caller_id and p_meeting_id is null limit 5000) as meetings
  );
begin
  if p_count + meeting_count / 50 > 0 then
    perform private.check_rate_limit(caller_id, 'board.readsPerMinute', p_count + meeting_count / 50);
  end if;
end
$$;
grant execute on function private.count_board_read(uuid, int) to authenticated;

create or replace function public.board_files(
  p_meeting_id uuid default null,
  p_owner uuid default null,
  p_file_kind text default null,
  p_language text default null,
  p_sort text default 'newest',
  p_after jsonb default null,
  p_query text default null
) returns json
language sql security invoker set search_path = '' as $$
  select private.count_board_read(p_meeting_id, 0);
  select private.board_files(p_meeting_id, p_owner, p_file_kind, p_language, p_sort, p_after, p_query)
$$;

create or replace function public.board_choices(p_meeting_id uuid default null) returns json
language sql security invoker set search_path = '' as $$
  select private.count_board_read(p_meeting_id, 2);
  select private.board_choices(p_meeting_id)
$$;

-- The page of a meeting looks at up to a hundred calls, so it counts once more for each five.
create function private.count_meeting_page(p_meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  calls_per_turn constant int := 5;
  call_count int := (
    select count(*)
    from (
      select from public.calls where meeting_id = p_meeting_id limit private.limit_value('meetingPageCalls')
    ) as listed
  );
begin
  if call_count >= calls_per_turn then
    perform private.check_rate_limit(private.require_user_id(), 'pageReadsPerMinute', call_count / calls_per_turn);
  end if;
end
$$;
grant execute on function private.count_meeting_page(uuid) to authenticated;

create or replace function public.meeting_page(p_meeting_id uuid) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.count_meeting_page(p_meeting_id);
  select private.meeting_page(p_meeting_id)
$$;

-- In a small table the planner would rather read all lines, for each call.
alter function private.covers_call(int8multirange, uuid) set enable_seqscan = off;

create or replace function public.file_allowance(p_call_id uuid default null, p_meeting_id uuid default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.file_allowance(p_call_id, p_meeting_id)
$$;

create or replace function public.readable_files(p_file_ids uuid[]) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.readable_files(p_file_ids)
$$;

create or replace function public.read_summary(p_call_id uuid, p_language text default null) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.read_summary(p_call_id, p_language)
$$;

create or replace function public.authorize_summary(p_call_id uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.authorize_summary(p_call_id)
$$;

create or replace function public.call_insights(p_call_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.call_insights(p_call_id)
$$;

create or replace function public.commented_files() returns json
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.commented_files()
$$;
