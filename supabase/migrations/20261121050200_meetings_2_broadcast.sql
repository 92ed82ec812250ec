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

-- One of the shapes of contracts/meetings.ts: the same object in every answer and every broadcast.
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
