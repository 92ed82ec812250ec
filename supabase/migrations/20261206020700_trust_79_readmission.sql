-- Opening a meeting lets nobody in for good: former members who were waiting then count like those who enter the open meeting. A host
-- whom an admin removed does not come back by a co-host of their own.

-- As before, but only for somebody whom the workspace keeps out at that moment, by a moderator whom it does not. Anybody else needs nobody to
-- let them in, and would keep the right after their factor or their membership has ended.
create or replace function private.let_in(p_participant public.participants) returns public.participants
language plpgsql set search_path = '' as $$
declare
  workspace uuid := (select workspace_id from public.meetings where id = p_participant.meeting_id);
begin
  if private.is_kept_out(p_participant.user_id, workspace) and not private.is_kept_out(private.require_user_id(), workspace) then
    update public.participants set let_in_at = clock_timestamp()
    where meeting_id = p_participant.meeting_id and user_id = p_participant.user_id
    returning * into p_participant;
  end if;
  return p_participant;
end
$$;

-- As before, but the caller decides whether a moderator let the person in.
create or replace function private.admit_knock(p_meeting public.meetings, p_knock public.knocks) returns public.participants
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
begin
  if p_meeting.access = 'members'
    and not private.has_workspace_role(p_knock.user_id, p_meeting.workspace_id, 'member')
  then
    perform private.raise_error('meeting/members-only');
  end if;
  participant := private.upsert_participant(p_meeting, p_knock.user_id, p_knock.display_name, p_knock.speaks, p_knock.reads);
  delete from public.knocks where meeting_id = p_meeting.id and user_id = p_knock.user_id;
  perform private.broadcast_to_knock(p_meeting.id, p_knock.user_id, 'admitted');
  return participant;
end
$$;

-- As before. Only a list of people lets them in; without one the meeting was opened.
create or replace function private.admit_waiting(p_meeting public.meetings, p_user_ids uuid[] default null) returns int
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
  participant public.participants;
  admitted_count int := 0;
begin
  for knock in
    select * from public.knocks
    where meeting_id = p_meeting.id
      and private.is_waiting(knocks)
      and (p_user_ids is null or user_id = any (p_user_ids))
      and not exists (
        select from public.participants
        where participants.meeting_id = knocks.meeting_id
          and participants.user_id = knocks.user_id
          and participants.admission = 'removed'
      )
    order by knocked_at, user_id
  loop
    participant := private.admit_knock(p_meeting, knock);
    if p_user_ids is not null then
      perform private.let_in(participant);
    end if;
    admitted_count := admitted_count + 1;
  end loop;
  if admitted_count > 0 then
    perform private.broadcast_waiting_changed(p_meeting.id);
  end if;
  return admitted_count;
end
$$;

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
    participant := private.let_in(private.admit_knock(meeting, knock));
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
