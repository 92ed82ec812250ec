-- Functions that admit a participant and assign their name and colour.

-- Returns the person's colour outside of meetings, the same as `ownColour` in contracts/colours.ts.
create function private.own_colour(p_user_id uuid) returns int
language plpgsql immutable set search_path = '' as $$
begin
  return ('x' || right(p_user_id::text, 7))::bit(28)::int % 12 + 1;
end
$$;

-- Returns the person's own colour, or the next one that no other participant has. With more than twelve participants
-- it is the own colour again.
create function private.free_colour(p_meeting_id uuid, p_user_id uuid) returns int
language plpgsql stable set search_path = '' as $$
declare
  own_colour int := private.own_colour(p_user_id);
begin
  return coalesce(
    (
      select candidate
      from generate_series(0, 11) as step, lateral (select (own_colour - 1 + step) % 12 + 1 as candidate) as next
      where not exists (
        select from public.participants
        where meeting_id = p_meeting_id and user_id <> p_user_id and colour = candidate
      )
      order by step
      limit 1
    ),
    own_colour
  );
end
$$;

-- Appends a number to a name that someone else in the call already has, so that speakers can be told apart.
create function private.unique_display_name(p_meeting_id uuid, p_user_id uuid, p_display_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  taken_names text[] := array(
    select private.normalized_name(display_name)
    from private.participants_in_call(p_meeting_id)
    where user_id <> p_user_id
  );
  candidate text := p_display_name;
  suffix int := 1;
begin
  while private.normalized_name(candidate) = any (taken_names) loop
    suffix := suffix + 1;
    candidate := left(p_display_name, private.limit_value('displayName.max')::int - 1 - char_length(suffix::text))
      || ' ' || suffix;
  end loop;
  return candidate;
end
$$;

-- Creates or updates a participant, and broadcasts when something changed. Requires the meeting's row lock.
create function private.upsert_participant(
  p_meeting public.meetings, p_user_id uuid, p_display_name text, p_speaks text, p_reads text
) returns public.participants
language plpgsql set search_path = '' as $$
declare
  unique_name text := private.unique_display_name(p_meeting.id, p_user_id, p_display_name);
  participant public.participants;
begin
  select * into participant from public.participants where meeting_id = p_meeting.id and user_id = p_user_id;
  if (participant.admission, participant.display_name, participant.speaks, participant.reads)
    is not distinct from ('admitted', unique_name, p_speaks, p_reads)
  then
    return participant;
  end if;
  insert into public.participants (meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq)
  values (
    p_meeting.id,
    p_user_id,
    (select coalesce(max(number), 0) + 1 from public.participants where meeting_id = p_meeting.id),
    private.free_colour(p_meeting.id, p_user_id),
    case when p_meeting.host = p_user_id then 'host' else 'guest' end,
    unique_name,
    p_speaks,
    p_reads,
    private.next_seq(p_meeting.id)
  )
  on conflict (meeting_id, user_id) do update
  set
    admission = 'admitted',
    display_name = excluded.display_name,
    speaks = excluded.speaks,
    reads = excluded.reads,
    seq = excluded.seq
  returning * into participant;
  perform private.broadcast_participant_changed(participant);
  return participant;
end
$$;

-- Renames a returning participant whose name is now taken. Requires the meeting's row lock.
create function private.ensure_unique_name(p_meeting_id uuid, p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  participant public.participants;
  unique_name text;
begin
  select * into participant from public.participants where meeting_id = p_meeting_id and user_id = p_user_id;
  unique_name := private.unique_display_name(p_meeting_id, p_user_id, participant.display_name);
  if unique_name <> participant.display_name then
    update public.participants set display_name = unique_name, seq = private.next_seq(p_meeting_id)
    where meeting_id = p_meeting_id and user_id = p_user_id
    returning * into participant;
    perform private.broadcast_participant_changed(participant);
  end if;
end
$$;
