-- People who left a workspace lose its meetings that only members may enter, and their invitations end.

-- Returns the moderation rank: 3 workspace admin or owner, 2 host, 1 co-host, 0 otherwise. Users may moderate lower
-- ranks only. Removed participants lose their rank in the meeting, and so do people who are no members where only members may
-- enter.
create or replace function private.moderation_rank(p_user_id uuid, p_meeting_id uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when private.has_workspace_role(p_user_id, meetings.workspace_id, 'admin') then 3
      when participant.admission = 'removed' then 0
      when meetings.access = 'members' and not private.has_workspace_role(p_user_id, meetings.workspace_id, 'member') then 0
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

-- Returns whether the user may write on the meeting's board: its host, and participants who attended a call. Guests may
-- until the meeting ends, accounts also afterwards. Where only members may enter, only members may.
create or replace function private.can_write_board(p_user_id uuid, p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_participant(p_user_id, p_meeting_id)
    and exists (
      select from public.meetings
      where id = p_meeting_id
        and (access <> 'members' or private.has_workspace_role(p_user_id, workspace_id, 'member'))
    )
    and (
      exists (select from public.meetings where id = p_meeting_id and host = p_user_id)
      or exists (
        select
        from public.attendance
        join public.calls on calls.id = attendance.call_id
        where attendance.user_id = p_user_id and calls.meeting_id = p_meeting_id
      )
    );
end
$$;

create index call_peers_live_user_id_idx on public.call_peers (user_id) where left_at is null;

-- Ends the peers of a person who is no member any more in calls that only members may enter. Their pages try to return, and
-- receive the reason.
create function private.end_peers_of_former_member(p_workspace_id uuid, p_user_id uuid) returns void
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
  loop
    perform private.lock_meeting_row((select meeting_id from public.calls where id = peer.call_id));
    select * into peer from public.call_peers where call_id = peer.call_id and peer_id = peer.peer_id;
    if peer.left_at is null then
      perform private.end_peer(peer, 'left', now());
    end if;
  end loop;
end
$$;

-- Deletes the open invitations of a person who may no longer invite, with their waiting emails.
create function private.end_invitations_of(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.withdraw_invitation_email(token_hash)
  from public.workspace_invitations
  where workspace_id = p_workspace_id and invited_by = p_user_id and accepted_by is null;
  delete from public.workspace_invitations
  where workspace_id = p_workspace_id and invited_by = p_user_id and accepted_by is null;
end
$$;

-- Removes a person from a workspace. An account without a workspace gets one of its own.
create or replace function private.end_membership(p_workspace_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.workspace_members where workspace_id = p_workspace_id and user_id = p_user_id;
  perform private.require_owner_left(p_workspace_id);
  perform private.end_invitations_of(p_workspace_id, p_user_id);
  perform private.end_peers_of_former_member(p_workspace_id, p_user_id);
  perform private.set_up_account(p_user_id, coalesce((select email from auth.users where id = p_user_id), ''));
end
$$;

-- Gives a member another role. Only owners make owners, and one of them remains.
create or replace function private.set_member_role(p_workspace_id uuid, p_user_id uuid, p_member_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  membership public.workspace_members;
begin
  if p_member_role is null or p_member_role not in ('owner', 'admin', 'member') then
    perform private.raise_error('request/invalid');
  end if;
  perform private.begin_workspace_change(caller_id, p_workspace_id, case p_member_role when 'owner' then 'owner' else 'admin' end);
  membership := private.require_changeable_member(caller_id, p_workspace_id, p_user_id);
  if membership.role <> p_member_role then
    update public.workspace_members set role = p_member_role where workspace_id = p_workspace_id and user_id = p_user_id;
    perform private.require_owner_left(p_workspace_id);
    if p_member_role = 'member' then
      perform private.end_invitations_of(p_workspace_id, p_user_id);
    end if;
    perform private.log_change(
      p_workspace_id, 'role-changed', caller_id, p_user_id, jsonb_build_object('from', membership.role, 'to', p_member_role)
    );
  end if;
end
$$;
