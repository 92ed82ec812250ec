-- Functions of entry that know participants who have to knock again.

-- Rejects people who may not enter now, and those who have to knock.
create function private.require_open_entry(p_entry_status text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_entry(p_entry_status);
  if p_entry_status = 'knock' then
    perform private.raise_error('meeting/not-entered');
  end if;
end
$$;

-- Returns the state of the caller's own knock, in case a broadcast was lost. It does not extend the knock.
create or replace function private.knock_status(p_meeting_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings;
  participant public.participants;
  knock public.knocks;
begin
  select * into meeting from public.meetings where id = p_meeting_id;
  if private.has_ended(meeting) then
    perform private.raise_error('meeting/ended');
  end if;
  select * into participant from public.participants where meeting_id = p_meeting_id and user_id = caller_id;
  if participant.admission = 'removed' then
    perform private.raise_error('meeting/removed');
  elsif private.may_return(meeting, participant) then
    return jsonb_build_object(
      'meeting_id', p_meeting_id, 'admission', 'admitted', 'participant', private.participant_json(participant)
    );
  end if;
  if meeting.access = 'members' and not private.has_workspace_role(caller_id, meeting.workspace_id, 'member') then
    perform private.raise_error('meeting/members-only');
  end if;
  select * into knock from public.knocks where meeting_id = p_meeting_id and user_id = caller_id;
  return private.knock_status_json(p_meeting_id, knock);
end
$$;

create or replace function private.enter_call(p_meeting_id uuid, p_peer_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  meeting public.meetings;
  call public.calls;
  peer public.call_peers;
begin
  if p_meeting_id is null or p_peer_id is null then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'callEntriesPerMinute');
  meeting := private.lock_meeting_row(p_meeting_id);
  perform private.require_admitted(caller_id, p_meeting_id);
  perform private.require_open_entry(private.entry_status(meeting, caller_id));
  call := private.find_or_start_call(p_meeting_id);

  select * into peer from public.call_peers where call_id = call.id and peer_id = p_peer_id;
  if peer.user_id <> caller_id then
    perform private.raise_error('request/not-allowed');
  elsif peer.user_id is not null and peer.left_at is null then
    update public.call_peers set last_seen = now() where call_id = call.id and peer_id = p_peer_id;
  else
    perform private.ensure_unique_name(p_meeting_id, caller_id);
    peer := private.join_peer(call, caller_id, p_peer_id);
  end if;

  select * into meeting from public.meetings where id = p_meeting_id;
  return jsonb_build_object(
    'meeting',
    private.meeting_json(meeting) || jsonb_build_object('seq', meeting.seq, 'epoch', meeting.epoch),
    'call', jsonb_build_object('id', call.id, 'started_at', call.started_at),
    'me', private.peer_json(peer),
    'workspace_role', (
      select role from public.workspace_members
      where workspace_id = meeting.workspace_id and user_id = caller_id and private.has_account(caller_id)
    ),
    'participants', private.participants_json(p_meeting_id, 0),
    'peers', private.live_peers_json(call.id),
    'now', now()
  );
end
$$;

-- Rejects people outside the call who may not enter any more, such as guests who left a meeting that is now for members.
create or replace function private.require_inside_or_entry(p_meeting public.meetings, p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_in_call(p_user_id, p_meeting.id) then
    perform private.require_open_entry(private.entry_status(p_meeting, p_user_id));
  end if;
end
$$;
