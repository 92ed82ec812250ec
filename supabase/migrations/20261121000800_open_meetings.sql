-- Opening a meeting, finding it by its code, and the door.

create function private.new_code() returns text
language sql volatile set search_path = '' as $$
  with random as materialized (
    select ('x' || encode(extensions.gen_random_bytes(8), 'hex'))::bit(64) as bits
  )
  select string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + substring(bits from 5 * place + 1 for 5)::bit(5)::int, 1),
    '' order by place
  )
  from random, generate_series(0, 11) as place
$$;

-- A code as typed: any case, dashes or none; `o` reads as 0, `i` and `l` as 1. Null when it cannot be one.
create function private.read_code(typed text) returns text
language sql immutable set search_path = '' as $$
  select code
  from translate(
    lower(regexp_replace(coalesce(typed, ''), '[' || private.blanks() || '-]', '', 'g')), 'oil', '011'
  ) as code
  where code ~ '^[0-9a-hjkmnp-tv-z]{12}$'
$$;

create function private.meeting_by_code(typed text) returns public.meetings
language plpgsql stable set search_path = '' as $$
declare
  wanted text := private.read_code(typed);
  meeting public.meetings;
begin
  if wanted is null then
    perform private.fail('code/malformed');
  end if;
  select * into meeting from public.meetings where code = wanted;
  if not found then
    perform private.fail('meeting/not-found');
  end if;
  return meeting;
end
$$;

create function private.create_meeting(new_id uuid, raw_title text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  clean_title text := nullif(private.clean_name(raw_title), '');
  meeting public.meetings;
begin
  if new_id is null then
    perform private.fail('request/invalid');
  end if;
  if char_length(clean_title) > private.bound('title.max') then
    perform private.fail('title/too-long');
  end if;

  -- One person's presses come one after another, so that the limit counts them all.
  perform private.lock_person(me);
  select * into meeting from public.meetings where id = new_id;
  if not found then
    if (
      select count(*) from public.meetings where host = me and created_at > now() - interval '1 hour'
    ) >= private.bound('meetingsPerHour') then
      perform private.fail('request/rate-limited');
    end if;
    insert into public.meetings (id, code, title, host, workspace_id)
    values (new_id, private.new_code(), clean_title, me, private.first_workspace(me))
    on conflict (id) do nothing
    returning * into meeting;
  end if;
  if meeting.host is distinct from me then
    perform private.fail('request/not-allowed');
  end if;
  return jsonb_build_object('meeting_id', meeting.id, 'code', meeting.code);
end
$$;
grant execute on function private.create_meeting(uuid, text) to authenticated;

create function public.create_meeting(id uuid, title text default null) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.create_meeting(id, title)
$$;
grant execute on function public.create_meeting(uuid, text) to authenticated;

-- Those in the open call of a meeting, but for peers that fell silent.
create function private.people_inside(of_meeting uuid) returns setof public.participants
language sql stable set search_path = '' as $$
  select participants.*
  from public.calls
  join public.call_peers on call_peers.call_id = calls.id
  join public.participants
    on participants.meeting_id = calls.meeting_id and participants.user_id = call_peers.user_id
  where calls.meeting_id = of_meeting
    and calls.ended_at is null
    and call_peers.left_at is null
    and call_peers.last_seen > now() - private.span('peerGone')
$$;

-- What the door shows to whoever holds the link, signed in or not, and what the caller said at this door or another one
-- last. It writes nothing: a link preview may ask too.
create function private.find_meeting(typed text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  meeting public.meetings := private.meeting_by_code(typed);
  inside jsonb;
begin
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'number', number, 'display_name', display_name, 'speaks', speaks, 'reads', reads
      ) order by number
    ),
    '[]'
  )
  into inside
  from private.people_inside(meeting.id);

  return jsonb_build_object(
    'meeting_id', meeting.id,
    'access', meeting.access,
    'state', case when inside = '[]' then 'idle' else 'live' end,
    'title', meeting.title,
    'inside', inside,
    'me', (
      select jsonb_build_object(
        'number', participants.number,
        'display_name', coalesce(participants.display_name, profiles.display_name),
        'speaks', coalesce(participants.speaks, profiles.speaks),
        'reads', coalesce(participants.reads, profiles.reads)
      )
      from public.profiles
      left join public.participants on participants.meeting_id = meeting.id and participants.user_id = profiles.id
      where profiles.id = (select auth.uid())
    )
  );
end
$$;
grant execute on function private.find_meeting(text) to anon, authenticated;

create function public.find_meeting(code text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.find_meeting(code)
$$;
grant execute on function public.find_meeting(text) to anon, authenticated;

-- Comes to the door with a name and languages. Again with others it changes them, and everyone inside is told.
create function private.knock(typed text, raw_name text, will_speak text, will_read text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.caller();
  name text := private.clean_name(raw_name);
  meeting public.meetings;
  participant public.participants;
begin
  if char_length(name) < private.bound('displayName.min') then
    perform private.fail('name/empty');
  elsif char_length(name) > private.bound('displayName.max') then
    perform private.fail('name/too-long');
  elsif not (private.is_language(will_speak) and private.is_language(will_read)) then
    perform private.fail('language/unknown');
  end if;
  meeting := private.meeting_by_code(typed);
  meeting := private.lock_meeting(meeting.id);

  select * into participant from public.participants where meeting_id = meeting.id and user_id = me;
  if participant.admission = 'removed' then
    perform private.fail('request/not-allowed');
  end if;
  if (participant.display_name, participant.speaks, participant.reads)
    is distinct from (name, will_speak, will_read)
  then
    insert into public.participants (meeting_id, user_id, number, role, display_name, speaks, reads, seq)
    values (
      meeting.id,
      me,
      (select coalesce(max(number), 0) + 1 from public.participants where meeting_id = meeting.id),
      case when meeting.host = me then 'host' else 'guest' end,
      name,
      will_speak,
      will_read,
      private.next_seq(meeting.id)
    )
    on conflict (meeting_id, user_id) do update
    set display_name = excluded.display_name, speaks = excluded.speaks, reads = excluded.reads, seq = excluded.seq
    returning * into participant;
    perform private.announce(
      meeting.id,
      participant.seq,
      'participant_changed',
      jsonb_build_object('participant', private.participant_shape(participant))
    );
  end if;

  update public.profiles
  set display_name = name, speaks = will_speak, reads = will_read, updated_at = now()
  where id = me and (display_name, speaks, reads) is distinct from (name, will_speak, will_read);

  return jsonb_build_object('meeting_id', meeting.id, 'participant', private.participant_shape(participant));
end
$$;
grant execute on function private.knock(text, text, text, text) to authenticated;

create function public.knock(code text, display_name text, speaks text, reads text) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.knock(code, display_name, speaks, reads)
$$;
grant execute on function public.knock(text, text, text, text) to authenticated;
