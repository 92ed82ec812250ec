-- The lobby. Who waits is no participant yet: they stand in a table of their own, which only those who lead the meeting
-- read.

create table public.knocks (
  meeting_id uuid not null references public.meetings on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  display_name text not null check (char_length(display_name) between 1 and 60),
  speaks text not null check (private.is_language(speaks)),
  reads text not null check (private.is_language(reads)),
  knocked_at timestamptz not null default now(),
  -- Null while they wait.
  denied_at timestamptz,
  primary key (meeting_id, user_id)
);
revoke all on public.knocks from public, anon, authenticated, service_role;
alter table public.knocks enable row level security;
grant select on public.knocks to authenticated;

create index knocks_user_id_idx on public.knocks (user_id);

create policy "one reads one's own knock, and who leads the meeting reads all" on public.knocks
for select to authenticated
using (user_id = (select auth.uid()) or private.moderates(meeting_id));

-- A knock ends by itself; nothing runs on a schedule for that.
create function private.is_waiting(knock public.knocks) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return knock.denied_at is null and knock.knocked_at > now() - private.span('knockLife');
end
$$;

create function private.lobby_shape(knock public.knocks) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'user_id', knock.user_id,
    'display_name', knock.display_name,
    'speaks', knock.speaks,
    'reads', knock.reads,
    'knocked_at', knock.knocked_at
  );
end
$$;

-- How a knock stands, to the one who knocked. No row: it was withdrawn, or ran out so long ago that it was cleared away.
create function private.knock_shape(in_meeting uuid, knock public.knocks) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('meeting_id', in_meeting) || case
    when knock.denied_at is not null then
      jsonb_build_object('admission', 'denied', 'again_at', knock.denied_at + private.span('deniedWait'))
    when private.is_waiting(knock) then
      jsonb_build_object('admission', 'waiting', 'until', knock.knocked_at + private.span('knockLife'))
    else jsonb_build_object('admission', 'ended', 'ran_out', knock.user_id is not null)
  end;
end
$$;

create function private.hosts_topic(of_meeting uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'hosts:' || of_meeting;
end
$$;

create function private.door_topic(of_meeting uuid, person uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'door:' || of_meeting || ':' || person;
end
$$;

-- Those who lead ask `lobby` then: the topic is heard until a token is renewed, also by who leads no more.
create function private.tell_lobby(of_meeting uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.tell(private.hosts_topic(of_meeting), 'lobby_changed', '{}');
end
$$;

create function private.tell_door(of_meeting uuid, person uuid, event text, body jsonb default '{}') returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.tell(
    private.door_topic(of_meeting, person), event, jsonb_build_object('meeting_id', of_meeting) || body
  );
end
$$;

-- Below, the caller holds the meeting's lock.

create function private.wait_in_lobby(
  meeting public.meetings, person uuid, name text, will_speak text, will_read text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  before public.knocks;
  knock public.knocks;
begin
  delete from public.knocks
  where meeting_id = meeting.id
    and not private.is_waiting(knocks)
    and coalesce(denied_at, '-infinity') <= now() - private.span('deniedWait');
  select * into before from public.knocks where meeting_id = meeting.id and user_id = person;
  if before.denied_at is not null then
    return private.knock_shape(meeting.id, before);
  end if;
  if before.user_id is null and (
    select count(*) from public.knocks where meeting_id = meeting.id and denied_at is null
  ) >= private.bound('lobbyPeople') then
    perform private.fail('meeting/lobby-full');
  end if;

  insert into public.knocks (meeting_id, user_id, display_name, speaks, reads)
  values (meeting.id, person, name, will_speak, will_read)
  on conflict (meeting_id, user_id) do update
  set display_name = excluded.display_name, speaks = excluded.speaks, reads = excluded.reads
  returning * into knock;
  if knock is distinct from before then
    perform private.tell_lobby(meeting.id);
  end if;
  return private.knock_shape(meeting.id, knock);
end
$$;

-- Ends a knock: the row goes, those who lead hear of it.
create function private.end_knock(in_meeting uuid, person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.knocks where meeting_id = in_meeting and user_id = person;
  if found then
    perform private.tell_lobby(in_meeting);
  end if;
end
$$;

-- Ends the knocks of all whom a meeting of members does not take, and tells those who stand at its door. What was denied
-- stays denied, should it take others again.
create function private.turn_away(meeting public.meetings) returns void
language plpgsql set search_path = '' as $$
declare
  knock public.knocks;
  turned boolean := false;
begin
  for knock in
    select * from public.knocks where meeting_id = meeting.id order by knocked_at, user_id
  loop
    if private.belongs(knock.user_id, meeting.workspace_id, 'member') then
      continue;
    end if;
    if knock.denied_at is null then
      delete from public.knocks where meeting_id = meeting.id and user_id = knock.user_id;
      turned := true;
    end if;
    perform private.tell_door(meeting.id, knock.user_id, 'members_only');
  end loop;
  if turned then
    perform private.tell_lobby(meeting.id);
  end if;
end
$$;
