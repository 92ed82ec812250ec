-- Functions that number and broadcast the writes of a meeting.
--
-- Every write locks the meeting's row, takes the next `seq`, then broadcasts to the meeting's topic. Therefore `seq`
-- follows the order of the commits, and no event reaches the topic of an earlier epoch.

create function private.lock_meeting_row(p_meeting_id uuid) returns public.meetings
language plpgsql set search_path = '' as $$
declare
  meeting public.meetings;
begin
  select * into meeting from public.meetings where id = p_meeting_id for no key update;
  if not found then
    perform private.raise_error('meeting/not-found');
  end if;
  return meeting;
end
$$;

create function private.next_seq(p_meeting_id uuid) returns bigint
language plpgsql set search_path = '' as $$
declare
  new_seq bigint;
begin
  update public.meetings set seq = seq + 1 where id = p_meeting_id returning seq into new_seq;
  return new_seq;
end
$$;

-- Sends one broadcast, and deletes a few that nobody needs any more. The columns of Realtime have no time zone, and a
-- caller may choose the time zone of the transaction.
create function private.broadcast(p_topic text, p_event text, p_payload jsonb) returns void
language plpgsql volatile set search_path = '' set timezone to 'UTC' as $$
begin
  perform realtime.send(p_payload, p_event, p_topic, true);
  perform private.delete_old_broadcasts(5);
end
$$;

-- Returns the topic of a call. A new epoch moves it to another topic, and those who left stay on the old one.
create function private.call_topic(p_meeting_id uuid, p_epoch int, p_call_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'meeting:' || p_meeting_id || ':' || p_epoch || ':' || p_call_id;
end
$$;

-- Broadcasts one event, with the `seq` of its write, to the open call at the current epoch. An event about a line names
-- the line's call: it is not sent to the people of another call. Nobody listens while no call is open.
create function private.broadcast_to_meeting(
  p_meeting_id uuid, p_seq bigint, p_event text, p_payload jsonb, p_call_id uuid default null
) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.broadcast(
    private.call_topic(meetings.id, meetings.epoch, calls.id), p_event, jsonb_build_object('seq', p_seq) || p_payload
  )
  from public.meetings
  join public.calls on calls.meeting_id = meetings.id and calls.ended_at is null
  where meetings.id = p_meeting_id and (p_call_id is null or calls.id = p_call_id);
end
$$;

-- Moves the open call to another topic. Requires the meeting's row lock.
create function private.advance_epoch(p_meeting_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.meetings set epoch = epoch + 1 where id = p_meeting_id;
end
$$;

-- Returns the host's name, which names a meeting without a title: the name in the meeting, or else the last one used.
create function private.host_name(p_meeting public.meetings) returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    (select display_name from public.participants where meeting_id = p_meeting.id and user_id = p_meeting.host),
    (select display_name from public.profiles where id = p_meeting.host)
  );
end
$$;

-- Returns the meeting as its participants receive it, in every response and broadcast (contracts/meetings.ts). It
-- contains the code, because participants may share the link.
create function private.meeting_json(p_meeting public.meetings) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_meeting.id,
    'code', p_meeting.code,
    'title', p_meeting.title,
    'host_name', private.host_name(p_meeting),
    'access', p_meeting.access,
    'locked', p_meeting.locked,
    'keep', p_meeting.keep,
    'reading', p_meeting.reading,
    'ended', private.has_ended(p_meeting),
    'expires_at', p_meeting.expires_at,
    'terms', p_meeting.terms
  );
end
$$;

create function private.broadcast_meeting_changed(p_meeting_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  new_seq bigint := private.next_seq(p_meeting_id);
  meeting_json jsonb := (select private.meeting_json(meetings) from public.meetings where id = p_meeting_id);
begin
  perform private.broadcast_to_meeting(
    p_meeting_id, new_seq, 'meeting_changed', jsonb_build_object('meeting', meeting_json)
  );
  return meeting_json;
end
$$;
