-- A host whom an admin removed does not come back by a co-host of their own.

-- As before, but a removed host needs somebody of a higher rank than the host would have, as for the removal.
create or replace function private.admit(p_meeting_id uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings := private.lock_as_moderator(caller_id, p_meeting_id, 1);
  knock public.knocks;
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = p_meeting_id and user_id = p_user_id;
  select * into knock from public.knocks where meeting_id = p_meeting_id and user_id = p_user_id;
  if participant.admission = 'removed'
    and meeting.host = p_user_id
    and private.moderation_rank(caller_id, p_meeting_id) < 3
  then
    perform private.raise_error('request/not-allowed');
  end if;
  if knock.user_id is not null and (knock.denied_at is not null or private.is_waiting(knock)) then
    participant := private.admit_knock(meeting, knock);
    perform private.broadcast_waiting_changed(p_meeting_id);
  elsif participant.admission = 'removed' then
    participant := private.let_in(
      private.upsert_participant(meeting, p_user_id, participant.display_name, participant.speaks, participant.reads)
    );
  elsif participant.user_id is null then
    perform private.raise_error('knock/not-found');
  end if;
  return jsonb_build_object('participant', private.participant_json(participant));
end
$$;
