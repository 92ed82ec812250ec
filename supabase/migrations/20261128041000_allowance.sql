-- The bytes that a user can still share today, so that a page shows them before an upload fails.

-- Returns the bytes of files that the caller may still offer in the call or on the board of the meeting.
create function private.file_allowance(p_call_id uuid, p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  v_meeting_id uuid := private.meeting_of_place(caller_id, p_call_id, p_meeting_id);
begin
  return jsonb_build_object(
    'bytes',
    greatest(
      0,
      least(
        private.limit_value('fileBytesPerDay') - private.offered_bytes(caller_id),
        private.room_for_bytes(caller_id, v_meeting_id)
      )
    )
  );
end
$$;
grant execute on function private.file_allowance(uuid, uuid) to authenticated;

create function public.file_allowance(p_call_id uuid default null, p_meeting_id uuid default null) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.file_allowance(p_call_id, p_meeting_id)
$$;
grant execute on function public.file_allowance(uuid, uuid) to authenticated;
