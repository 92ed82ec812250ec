-- Ends the peers of people who have to leave a call with the next heartbeat of anybody else in it, for whatever reason. Until now only the
-- end of a membership ended peers, ten at most, whose meetings a client could choose by their ids. Members also enter the meetings with a
-- waiting room of their workspace without knocking: whoever leaves it, or is kept out by its policy, has to knock from then on.

alter table private.former_members add column since timestamptz not null default now();
alter table private.two_factor_workspaces add column since timestamptz not null default now();

-- When a moderator let the participant in, or null. A membership lets people in as long as it lasts.
alter table public.participants add column let_in_at timestamptz;

-- Returns whether a person left the workspace, or is a member whom its policy keeps out.
create function private.is_kept_out(p_user_id uuid, p_workspace_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.former_members where user_id = p_user_id and workspace_id = p_workspace_id)
    or (
      exists (select from public.workspace_members where workspace_id = p_workspace_id and user_id = p_user_id)
      and not private.meets_sign_in_policy(p_user_id, p_workspace_id)
    );
end
$$;

-- Returns whether a participant has to be let in by a moderator, because the workspace keeps them out and nobody has let them in since.
create function private.is_admission_over(p_meeting public.meetings, p_participant public.participants) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_kept_out(p_participant.user_id, p_meeting.workspace_id)
    and coalesce(
      p_participant.let_in_at <= greatest(
        (
          select since from private.former_members
          where user_id = p_participant.user_id and workspace_id = p_meeting.workspace_id
        ),
        (select since from private.two_factor_workspaces where workspace_id = p_meeting.workspace_id)
      ),
      true
    );
end
$$;

-- Notes that a moderator let the person in, but only somebody whom the workspace keeps out at that moment, by a moderator whom it does not. Anybody else needs nobody to
-- let them in, and would keep the right after their factor or their membership has ended.
create function private.let_in(p_participant public.participants) returns public.participants
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

-- As before. The caller decides whether a moderator let the person in.
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

-- As before, also for a person who was removed by mistake. A removed host needs somebody of a higher rank than the host would have, as for the removal.
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

-- Returns whether a meeting of a workspace is closed to a person whom it keeps out. They read nothing of it any more, not even what they
-- attended. A moderator may let them in to one with a waiting room.
create or replace function private.is_closed_to(p_user_id uuid, p_meeting public.meetings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_meeting.access = 'open' or not private.is_kept_out(p_user_id, p_meeting.workspace_id) then
    return false;
  end if;
  return p_meeting.access = 'members' or coalesce(
    (
      select private.is_admission_over(p_meeting, participants)
      from public.participants
      where meeting_id = p_meeting.id and user_id = p_user_id
    ),
    true
  );
end
$$;

-- As before, but people who have to knock again are told so.
create or replace function private.require_admitted(p_user_id uuid, p_meeting_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  meeting public.meetings;
  current_admission text := (
    select admission from public.participants where meeting_id = p_meeting_id and user_id = p_user_id
  );
begin
  if current_admission is null then
    perform private.raise_error('meeting/not-entered');
  elsif current_admission <> 'admitted' then
    perform private.raise_error('meeting/removed');
  end if;
  select * into meeting from public.meetings where id = p_meeting_id;
  if private.is_closed_to(p_user_id, meeting) then
    perform private.raise_error(case meeting.access when 'members' then 'meeting/members-only' else 'meeting/not-entered' end);
  end if;
end
$$;

-- As before, while the admission lasts.
create or replace function private.may_return(p_meeting public.meetings, p_participant public.participants) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    p_participant.admission = 'admitted'
      and p_participant.admitted_at >= coalesce(p_meeting.door_closed_at, p_participant.admitted_at)
      and not private.is_admission_over(p_meeting, p_participant),
    false
  );
end
$$;

-- As before, and 0 for people whom the workspace keeps out, where the meeting has a waiting room: they would admit each other.
create or replace function private.moderation_rank(p_user_id uuid, p_meeting_id uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when private.has_workspace_role(p_user_id, meetings.workspace_id, 'admin') then 3
      when participant.admission = 'removed' then 0
      when meetings.access = 'members' and not private.has_workspace_role(p_user_id, meetings.workspace_id, 'member') then 0
      when meetings.access = 'knock' and private.is_kept_out(p_user_id, meetings.workspace_id) then 0
      when meetings.host = p_user_id then 2
      -- The host may have appointed their own second user.
      when participant.role = 'co-host'
        and meetings.access = 'knock'
        and private.is_kept_out(meetings.host, meetings.workspace_id)
        and not private.has_workspace_role(p_user_id, meetings.workspace_id, 'member')
      then 0
      when participant.role = 'co-host' then 1
      else 0
    end
    from public.meetings
    left join public.participants as participant
      on participant.meeting_id = meetings.id and participant.user_id = p_user_id
    where meetings.id = p_meeting_id
  );
end
$$;

-- As before, and the peers of people who have to leave the call.
create or replace function private.stale_peers(p_call_id uuid) returns setof public.call_peers
language plpgsql stable set search_path = '' as $$
declare
  meeting public.meetings;
begin
  select meetings.* into meeting
  from public.calls join public.meetings on meetings.id = calls.meeting_id
  where calls.id = p_call_id;
  return query
  select * from public.call_peers
  where call_id = p_call_id
    and left_at is null
    and (last_seen < now() - private.limit_interval('peerTimeoutMs') or private.is_closed_to(user_id, meeting));
end
$$;

-- As before, also where the person has to knock.
create or replace function private.end_peers_of_former_member(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
begin
  for peer in
    select call_peers.*
    from public.call_peers
    join public.calls on calls.id = call_peers.call_id
    join public.meetings on meetings.id = calls.meeting_id
    where call_peers.user_id = p_user_id
      and call_peers.left_at is null
      and meetings.workspace_id = p_workspace_id
      and private.is_closed_to(p_user_id, meetings)
    order by
      exists (
        select from public.call_peers as others
        where others.call_id = call_peers.call_id and others.left_at is null and others.user_id <> p_user_id
      ) desc,
      meetings.id
    limit 10
  loop
    perform private.lock_meeting_row((select meeting_id from public.calls where id = peer.call_id));
    select * into peer from public.call_peers where call_id = peer.call_id and peer_id = peer.peer_id;
    if peer.left_at is null then
      perform private.end_peer(peer, 'left', now());
    end if;
  end loop;
end
$$;

-- As before, but whoever has to leave has left: an interrupted connection would read the call for two minutes more.
create or replace function private.end_stale_peers(p_call_id uuid, p_spared_peer_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  peer public.call_peers;
  is_kept_out boolean;
begin
  for peer in select * from private.stale_peers(p_call_id) where peer_id is distinct from p_spared_peer_id loop
    select private.is_closed_to(peer.user_id, meetings) into is_kept_out
    from public.calls join public.meetings on meetings.id = calls.meeting_id
    where calls.id = p_call_id;
    perform private.end_peer(peer, case when is_kept_out then 'left' else 'gone' end, peer.last_seen);
  end loop;
end
$$;
