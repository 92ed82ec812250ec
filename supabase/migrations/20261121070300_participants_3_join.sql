-- Becoming a participant.

-- A name that somebody else in the room bears gets a number, so that who speaks is never in doubt.
create function private.free_name(in_meeting uuid, person uuid, wanted text) returns text
language plpgsql stable set search_path = '' as $$
declare
  taken text[] := array(
    select private.bare_name(display_name) from private.people_inside(in_meeting) where user_id <> person
  );
  free text := wanted;
  number int := 1;
begin
  while private.bare_name(free) = any (taken) loop
    number := number + 1;
    free := left(wanted, private.bound('displayName.max')::int - 1 - char_length(number::text)) || ' ' || number;
  end loop;
  return free;
end
$$;

-- Makes a person a participant, or changes how they are there; told only when something changed. The caller holds the
-- meeting's lock.
create function private.let_in(
  meeting public.meetings, person uuid, name text, will_speak text, will_read text
) returns public.participants
language plpgsql set search_path = '' as $$
declare
  shown text := private.free_name(meeting.id, person, name);
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = meeting.id and user_id = person;
  if (participant.admission, participant.display_name, participant.speaks, participant.reads)
    is not distinct from ('admitted', shown, will_speak, will_read)
  then
    return participant;
  end if;
  insert into public.participants (meeting_id, user_id, number, role, display_name, speaks, reads, seq)
  values (
    meeting.id,
    person,
    (select coalesce(max(number), 0) + 1 from public.participants where meeting_id = meeting.id),
    case when meeting.host = person then 'host' else 'guest' end,
    shown,
    will_speak,
    will_read,
    private.next_seq(meeting.id)
  )
  on conflict (meeting_id, user_id) do update
  set
    admission = 'admitted',
    display_name = excluded.display_name,
    speaks = excluded.speaks,
    reads = excluded.reads,
    seq = excluded.seq
  returning * into participant;
  perform private.tell_participant(participant);
  return participant;
end
$$;

-- The name that a person has in the room, when another there bears it already.
-- The caller holds the meeting's lock.
create function private.keep_names_apart(in_meeting uuid, person uuid) returns void
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  free text;
begin
  select * into participant from public.participants where meeting_id = in_meeting and user_id = person;
  free := private.free_name(in_meeting, person, participant.display_name);
  if free <> participant.display_name then
    update public.participants set display_name = free, seq = private.next_seq(in_meeting)
    where meeting_id = in_meeting and user_id = person
    returning * into participant;
    perform private.tell_participant(participant);
  end if;
end
$$;
