-- Functions that read and broadcast participants.

-- Returns the participants in the meeting's open call, without peers that stopped responding.
create function private.participants_in_call(p_meeting_id uuid) returns setof public.participants
language plpgsql stable set search_path = '' as $$
begin
  return query
  select participants.*
  from public.calls
  join public.call_peers on call_peers.call_id = calls.id
  join public.participants
    on participants.meeting_id = calls.meeting_id and participants.user_id = call_peers.user_id
  where calls.meeting_id = p_meeting_id
    and calls.ended_at is null
    and call_peers.left_at is null
    and call_peers.last_seen > now() - private.limit_interval('peerTimeoutMs');
end
$$;

-- Returns whether a participant in the call may admit visitors.
create function private.is_moderated(p_meeting_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.participants_in_call(p_meeting_id)
    where private.moderation_rank(user_id, p_meeting_id) > 0
  );
end
$$;

create function private.participant_json(p_participant public.participants) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'user_id', p_participant.user_id,
    'number', p_participant.number,
    'colour', p_participant.colour,
    'role', p_participant.role,
    'admission', p_participant.admission,
    'display_name', p_participant.display_name,
    'speaks', p_participant.speaks,
    'reads', p_participant.reads,
    'muted', p_participant.muted,
    'hand', p_participant.hand,
    'captioner', p_participant.captioner
  );
end
$$;

create function private.participants_json(p_meeting_id uuid, p_after_seq bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.participant_json(participants) order by number), '[]')
    from public.participants
    where meeting_id = p_meeting_id and seq > p_after_seq
  );
end
$$;

create function private.broadcast_participant_changed(p_participant public.participants) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.broadcast_to_meeting(
    p_participant.meeting_id,
    p_participant.seq,
    'participant_changed',
    jsonb_build_object('participant', private.participant_json(p_participant))
  );
end
$$;
