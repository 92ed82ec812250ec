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

-- Locks a meeting that goes on, for one who leads it: 1 and more admit, mute, remove, lock; 2 and more end it, change it
-- and make co-hosts. Each time is a turn: all who are inside are told of most of it.
create function private.lead(person uuid, in_meeting uuid, at_least int) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  if coalesce(private.rank(person, in_meeting), 0) > 0 then
    perform private.take_turn(person, 'leadsPerMinute');
    meeting := private.lock_meeting(in_meeting);
  end if;
  -- Asked again behind the lock: it may have been taken away meanwhile.
  if coalesce(private.rank(person, in_meeting), 0) < at_least then
    if coalesce(private.rank(person, in_meeting), 0) = 0 then
      perform private.require_admitted(person, in_meeting);
    end if;
    perform private.fail(case at_least when 1 then 'role/moderator-needed' else 'role/host-needed' end);
  elsif private.is_over(meeting) then
    perform private.fail('meeting/ended');
  end if;
  return meeting;
end
$$;

create function private.next_seq(of_meeting uuid) returns bigint
language plpgsql set search_path = '' as $$
declare
  number bigint;
begin
  update public.meetings set seq = seq + 1 where id = of_meeting returning seq into number;
  return number;
end
$$;

-- Sends one event, with the number of its write, to those who are in the meeting now.
create function private.announce(to_meeting uuid, seq bigint, event text, body jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform realtime.send(
    jsonb_build_object('seq', announce.seq) || body,
    event,
    'meeting:' || meetings.id || ':' || meetings.epoch,
    true
  )
  from public.meetings
  where meetings.id = to_meeting;
end
$$;

-- To one of the topics that have no order: the lobby's and the waiting person's.
create function private.tell(topic text, event text, body jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform realtime.send(body, event, topic, true);
end
$$;

-- The shapes of contracts/meetings.ts: the same object in every answer and every broadcast.

-- What those who take part may know of it; the code too, since they may send the link.
create function private.meeting_shape(meeting public.meetings) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', meeting.id,
    'code', meeting.code,
    'title', meeting.title,
    'access', meeting.access,
    'locked', meeting.locked,
    'keep', meeting.keep,
    'ended', private.is_over(meeting),
    'expires_at', meeting.expires_at,
    'terms', meeting.terms
  );
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

create function private.tell_meeting(changed uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  number bigint := private.next_seq(changed);
  shape jsonb := (select private.meeting_shape(meetings) from public.meetings where id = changed);
begin
  perform private.announce(changed, number, 'meeting_changed', jsonb_build_object('meeting', shape));
  return shape;
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
