-- Meetings of members are closed as a whole to members whom the policy of their workspace keeps out, as to former members. The end of
-- a membership takes little time, in however many calls the person is.

-- As before, and for members without the second factor that the workspace requires.
create or replace function private.is_closed_to(p_user_id uuid, p_meeting public.meetings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_meeting.access = 'members' and (
    exists (select from private.former_members where user_id = p_user_id and workspace_id = p_meeting.workspace_id)
    or (
      exists (select from private.two_factor_workspaces where workspace_id = p_meeting.workspace_id)
      and exists (
        select from public.workspace_members where workspace_id = p_meeting.workspace_id and user_id = p_user_id
      )
      and not private.has_second_factor(p_user_id)
    )
  );
end
$$;

-- As before, for ten calls. In others the person's next heartbeat is refused, so the others end the peer, as one that is gone.
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
      and meetings.access = 'members'
    order by meetings.id
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

-- As before, without workspaces whose policy keeps the person out.
create or replace function private.search_places(
  p_user_id uuid, p_meeting_id uuid, out kind text, out id uuid, out ranges int8multirange, out key_of_names int, out key_of_contents int
) returns setof record
language plpgsql stable set search_path = '' as $$
declare
  workspaces uuid[] := array(
    select workspace_id from public.workspace_members
    where user_id = p_user_id and private.meets_sign_in_policy(p_user_id, workspace_id)
  );
  meeting_ids uuid[] := array[p_meeting_id];
  most constant bigint := private.limit_value('board.placesPerSearch');
  most_calls constant bigint := 1000;
  salt bigint := (select search_salt.salt from private.search_salt);
begin
  if p_meeting_id is null then
    meeting_ids := array(
      select private.newest_meetings_of_participant(p_user_id, most)
      union
      select private.newest_meetings_of_host(p_user_id, most)
      union
      select moved.id
      from unnest(workspaces) as workspace_id
      cross join lateral private.first_moved_meetings(workspace_id, most / greatest(cardinality(workspaces), 1)) as moved (id)
    );
  end if;
  return query
  with given as materialized (
    select meetings.id, coalesce(workspace_id = any (workspaces), false) as is_member
    from public.meetings
    where meetings.id = any (meeting_ids)
  ),
  attended as (
    select newest.call_id, newest.joined_at
    from private.newest_attendance(p_user_id, most_calls) as newest
    where p_meeting_id is null
    union all
    select attendance.call_id, attendance.joined_at
    from private.newest_calls_of_meeting(p_meeting_id, most_calls) as newest (call_id)
    cross join lateral (
      select call_id, joined_at from public.attendance as stored
      where stored.call_id = newest.call_id and stored.user_id = p_user_id
      offset 0
    ) as attendance
    where p_meeting_id is not null and exists (select from given where not is_member)
  ),
  places as (
    select 'workspace' as kind, workspace_id as id, null::int8multirange as ranges
    from unnest(workspaces) as workspace_id
    where p_meeting_id is null
    union all
    select 'meeting', given.id, null
    from given
    where is_member
      and (p_meeting_id is not null or exists (select from public.moved_meetings where meeting_id = given.id))
    union all
    select 'board', given.id, null
    from given
    where not is_member and private.can_read_board(p_user_id, given.id)
    union all
    select 'call', latest.call_id, private.readable_ranges(p_user_id, latest.call_id)
    from (
      select attended.call_id
      from attended
      cross join lateral (select meeting_id from public.calls as stored where stored.id = attended.call_id offset 0) as calls
      join given on given.id = calls.meeting_id
      where not is_member
      order by attended.joined_at desc
      limit most
    ) as latest
  )
  select places.kind, places.id, places.ranges,
    private.place_key(places.kind, places.id, 'names', salt), private.place_key(places.kind, places.id, 'contents', salt)
  from places;
end
$$;

-- As before, and a member whom the policy keeps out stays one.
create or replace function private.accept_invitation(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  invitation public.workspace_invitations;
  previous text;
begin
  if not private.has_account(caller_id) then
    perform private.raise_error('account/needed');
  end if;
  perform private.check_rate_limit(caller_id, 'workspaces.changesPerMinute');
  invitation := private.find_invitation(p_token);
  if invitation.email is not null and not exists (
    select from auth.users where id = caller_id and lower(email) = invitation.email and email_confirmed_at is not null
  ) then
    perform private.raise_error('workspace/other-address');
  end if;
  perform private.lock_user(caller_id);
  begin
    perform from public.workspaces where id = invitation.workspace_id for no key update;
  exception when lock_not_available then
    perform private.raise_error('request/busy');
  end;
  invitation := private.find_invitation(p_token);
  previous := private.membership_role(caller_id, invitation.workspace_id);
  if private.is_used_up(invitation, caller_id, previous) then
    perform private.raise_error('workspace/invitation-refused');
  elsif invitation.accepted_by is not null then
    return private.workspace_json(invitation.workspace_id, caller_id);
  elsif previous is null then
    perform private.require_workspaces_left(caller_id);
    if (select count(*) from public.workspace_members where workspace_id = invitation.workspace_id)
      >= private.limit_value('workspaces.members')
    then
      perform private.raise_error('workspace/too-many');
    end if;
    insert into public.workspace_members (workspace_id, user_id, role)
    values (invitation.workspace_id, caller_id, invitation.role);
    perform private.log_change(
      invitation.workspace_id, 'member-joined', caller_id, caller_id, jsonb_build_object('role', invitation.role)
    );
  elsif previous = 'member' and invitation.role = 'admin' then
    update public.workspace_members set role = 'admin'
    where workspace_id = invitation.workspace_id and user_id = caller_id;
    perform private.log_change(
      invitation.workspace_id, 'role-changed', caller_id, caller_id, jsonb_build_object('from', 'member', 'to', 'admin')
    );
  end if;
  if invitation.email is not null then
    update public.workspace_invitations set accepted_by = caller_id where id = invitation.id and accepted_by is null;
  end if;
  return private.workspace_json(invitation.workspace_id, caller_id);
end
$$;
