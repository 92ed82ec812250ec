-- What others read of a participant.

-- Those in the open call of a meeting, but for peers that fell silent.
create function private.people_inside(of_meeting uuid) returns setof public.participants
language plpgsql stable set search_path = '' as $$
begin
  return query
  select participants.*
  from public.calls
  join public.call_peers on call_peers.call_id = calls.id
  join public.participants
    on participants.meeting_id = calls.meeting_id and participants.user_id = call_peers.user_id
  where calls.meeting_id = of_meeting
    and calls.ended_at is null
    and call_peers.left_at is null
    and call_peers.last_seen > now() - private.span('peerGone');
end
$$;

create function private.participant_shape(participant public.participants) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'user_id', participant.user_id,
    'number', participant.number,
    'role', participant.role,
    'admission', participant.admission,
    'display_name', participant.display_name,
    'speaks', participant.speaks,
    'reads', participant.reads,
    'muted', participant.muted,
    'hand', participant.hand,
    'captioner', participant.captioner
  );
end
$$;

create function private.participant_shapes(of_meeting uuid, after bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(private.participant_shape(participants) order by number), '[]')
    from public.participants
    where meeting_id = of_meeting and seq > after
  );
end
$$;

create function private.tell_participant(changed public.participants) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.announce(
    changed.meeting_id,
    changed.seq,
    'participant_changed',
    jsonb_build_object('participant', private.participant_shape(changed))
  );
end
$$;
