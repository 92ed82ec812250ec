-- Avatars of the people of a meeting, for those who are in it.

-- Returns the ids of the avatars of admitted participants. People without one are missing.
create function private.meeting_avatars(p_meeting_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
begin
  perform private.check_rate_limit(caller_id, 'pageReadsPerMinute');
  perform private.require_admitted(caller_id, p_meeting_id);
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('user_id', participants.user_id, 'avatar', profiles.avatar_id) order by number), '[]'
    )
    from public.participants
    join public.profiles on profiles.id = participants.user_id
    where participants.meeting_id = p_meeting_id
      and participants.admission = 'admitted'
      and profiles.avatar_id is not null
  );
end
$$;
grant execute on function private.meeting_avatars(uuid) to authenticated;

create function public.meeting_avatars(p_meeting_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.meeting_avatars(p_meeting_id)
$$;
grant execute on function public.meeting_avatars(uuid) to authenticated;
