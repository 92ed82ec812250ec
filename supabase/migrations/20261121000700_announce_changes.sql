-- Every write of a meeting takes the lock of its row first, then a number from its counter, then tells the meeting's
-- topic. So numbers come in the order of the commits, and nothing is sent to a topic that was left behind meanwhile.

create function private.lock_meeting(which uuid) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  select * into meeting from public.meetings where id = which for no key update;
  if not found then
    perform private.fail('meeting/not-found');
  end if;
  return meeting;
end
$$;

create function private.next_seq(of_meeting uuid) returns bigint
language sql volatile set search_path = '' as $$
  update public.meetings set seq = seq + 1 where id = of_meeting returning seq
$$;

-- Sends one event, with the number of its write, to those who are in the meeting now.
create function private.announce(to_meeting uuid, seq bigint, event text, body jsonb) returns void
language sql volatile set search_path = '' as $$
  select realtime.send(
    jsonb_build_object('seq', announce.seq) || body,
    event,
    'meeting:' || meetings.id || ':' || meetings.epoch,
    true
  )
  from public.meetings
  where meetings.id = to_meeting
$$;

-- The shapes of contracts/meetings.ts: the same object in every answer and every broadcast.

create function private.participant_shape(participant public.participants) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'user_id', participant.user_id,
    'number', participant.number,
    'role', participant.role,
    'admission', participant.admission,
    'display_name', participant.display_name,
    'speaks', participant.speaks,
    'reads', participant.reads
  )
$$;

create function private.peer_shape(peer public.call_peers) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('peer_id', peer.peer_id, 'user_id', peer.user_id, 'join_number', peer.join_number)
$$;

create function private.translation_shape(translation public.translations) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'language', translation.language,
    'revision', translation.revision,
    'status', translation.status,
    'text', translation.text,
    'engine', translation.engine,
    'reason', translation.reason
  )
$$;

create function private.line_shape(line public.lines) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', line.id,
    'call_id', line.call_id,
    'seq', line.seq,
    'kind', line.kind,
    'author', line.author,
    'language', line.language,
    'text', line.text,
    'revision', line.revision,
    'created_at', line.created_at,
    'translations', coalesce(
      (
        select jsonb_agg(private.translation_shape(translations) order by translations.language)
        from public.translations
        where translations.line_id = line.id and translations.revision = line.revision
      ),
      '[]'
    )
  )
$$;

create function private.participant_shapes(of_meeting uuid, after bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.participant_shape(participants) order by number), '[]')
  from public.participants
  where meeting_id = of_meeting and seq > after
$$;

create function private.live_peer_shapes(in_call uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(private.peer_shape(call_peers) order by join_number), '[]')
  from public.call_peers
  where call_id = in_call and left_at is null
$$;
