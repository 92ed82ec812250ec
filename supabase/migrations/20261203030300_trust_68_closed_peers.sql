-- Ends the peers of people who have to leave a call with the next heartbeat of anybody else in it, for whatever reason. Until now only the
-- end of a membership ended peers, ten at most, whose meetings a client could choose by their ids. Members also enter the meetings with a
-- waiting room of their workspace without knocking: whoever leaves it, or is kept out by its policy, has to knock from then on.

alter table private.former_members add column since timestamptz not null default now();
alter table private.two_factor_workspaces add column since timestamptz not null default now();

-- When people deleted their last second factor. Only admissions since then count where a policy asks for a factor.
create table private.lost_factors (
  user_id uuid primary key references public.profiles on delete cascade,
  lost_at timestamptz not null
);
revoke all on private.lost_factors from public, anon, authenticated, service_role;
alter table private.lost_factors enable row level security;

create function private.note_lost_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An account that is being deleted has no profile any more.
  if exists (select from public.profiles where id = old.user_id) and not private.has_second_factor(old.user_id) then
    insert into private.lost_factors (user_id, lost_at) values (old.user_id, clock_timestamp())
    on conflict (user_id) do update set lost_at = excluded.lost_at;
  end if;
  return null;
end
$$;

create trigger note_lost_factor
after delete on auth.mfa_factors
for each row when (old.status = 'verified')
execute function private.note_lost_factor();

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

create or replace function private.is_closed_to(p_user_id uuid, p_meeting public.meetings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_meeting.access = 'members' and private.is_kept_out(p_user_id, p_meeting.workspace_id);
end
$$;

-- Returns whether a participant was admitted before they left the workspace, or before its policy kept them out.
create function private.is_admission_over(p_meeting public.meetings, p_participant public.participants) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.former_members
    where user_id = p_participant.user_id
      and workspace_id = p_meeting.workspace_id
      and since >= p_participant.admitted_at
  ) or exists (
    select from private.two_factor_workspaces as strict
    join public.workspace_members as member using (workspace_id)
    where strict.workspace_id = p_meeting.workspace_id
      and member.user_id = p_participant.user_id
      and p_participant.admitted_at <= greatest(
        strict.since, (select lost_at from private.lost_factors where user_id = p_participant.user_id)
      )
      and not private.has_second_factor(p_participant.user_id)
  );
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

-- Returns whether a person in a call has to leave it: the meeting is closed to them, or they have to knock.
create function private.is_outside(p_user_id uuid, p_meeting public.meetings) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return case p_meeting.access
    when 'members' then private.is_closed_to(p_user_id, p_meeting)
    when 'knock' then p_meeting.workspace_id is not null
      and private.moderation_rank(p_user_id, p_meeting.id) = 0
      and (
        select private.is_admission_over(p_meeting, participants)
        from public.participants
        where meeting_id = p_meeting.id and user_id = p_user_id
      )
    else false
  end;
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
    and (last_seen < now() - private.limit_interval('peerTimeoutMs') or private.is_outside(user_id, meeting));
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
      and private.is_outside(p_user_id, meetings)
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
