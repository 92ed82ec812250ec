-- Hides the number of calls from hosts to whom their meeting is closed.

-- As before, but a closed meeting counts as one that does not exist.
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
      where id = p_meeting_id
        and (private.is_own_meeting(caller_id, meetings) or private.can_read_meeting(id))
        and not private.is_closed_to(caller_id, meetings)
    )
  then
    perform private.check_rate_limit(caller_id, 'pageReadsPerMinute', call_count / calls_per_turn);
  end if;
end
$$;
