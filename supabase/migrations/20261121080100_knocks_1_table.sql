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
