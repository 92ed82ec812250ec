-- The page of a meeting counts by its calls only for those who may read it. For others the limit revealed how many calls it has.

create or replace function private.count_meeting_page(p_meeting_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  calls_per_turn constant int := 5;
  caller_id uuid := private.require_user_id();
  call_count int := (
    select count(*)
    from (
      select from public.calls where meeting_id = p_meeting_id limit private.limit_value('meetingPageCalls')
    ) as listed
  );
begin
  if call_count >= calls_per_turn
    and exists (
      select from public.meetings
      where id = p_meeting_id and (host = caller_id or private.can_read_meeting(id))
    )
  then
    perform private.check_rate_limit(caller_id, 'pageReadsPerMinute', call_count / calls_per_turn);
  end if;
end
$$;
