-- A meeting is a room with a link. `code` is the key to it: 60 random bits. `seq` counts the writes of the meeting and
-- gives them their order; `epoch` names the Realtime topic, and a new epoch leaves behind those who may hear no longer.
-- A guest's meeting is of no workspace, until the guest becomes an account.
--
-- `access`: whoever has the link enters, is let in, or is a member of the workspace. `keep`: `nothing` means that what
-- is written is broadcast and never stored. A guest's meeting expires; it is over from that moment, whether or not
-- somebody noticed and wrote `ended_at`. `terms`: at which `seq` the words of the workspace's glossary changed during a call.
create table public.meetings (
  id uuid primary key,
  code text not null unique check (code ~ '^[0-9a-hjkmnp-tv-z]{12}$'),
  title text check (char_length(title) between 1 and 120),
  host uuid references public.profiles on delete set null,
  workspace_id uuid references public.workspaces on delete set null,
  access text not null default 'open' check (access in ('open', 'knock', 'members')),
  locked boolean not null default false,
  keep text not null default 'days' check (keep in ('days', 'nothing')),
  epoch int not null default 1 check (epoch > 0),
  seq bigint not null default 0 check (seq >= 0),
  terms bigint not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz
);
revoke all on public.meetings from public, anon, authenticated, service_role;
alter table public.meetings enable row level security;
grant select on public.meetings to authenticated;

create index meetings_host_created_at_idx on public.meetings (host, created_at);
create index meetings_workspace_id_idx on public.meetings (workspace_id);

-- A participant is a person in a meeting: who they are there, what they speak and read. It outlives the calls, so that
-- what somebody wrote keeps its name. `number` is the order of first coming. `muted`: by somebody who leads the meeting;
-- every receiver obeys it. `hand`: the seq at which it was raised, so that hands have an order. `captioner`: whom they let
-- type captions of what they say. `seq` is that of the last change.
create table public.participants (
  meeting_id uuid not null references public.meetings on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  number int not null check (number > 0),
  role text not null check (role in ('host', 'co-host', 'guest')),
  admission text not null default 'admitted' check (admission in ('admitted', 'removed')),
  display_name text not null check (char_length(display_name) between 1 and 60),
  speaks text not null check (private.is_language(speaks)),
  reads text not null check (private.is_language(reads)),
  muted boolean not null default false,
  hand bigint,
  captioner uuid references public.profiles on delete set null check (captioner <> user_id),
  seq bigint not null,
  created_at timestamptz not null default now(),
  primary key (meeting_id, user_id),
  unique (meeting_id, number)
);
revoke all on public.participants from public, anon, authenticated, service_role;
alter table public.participants enable row level security;
grant select on public.participants to authenticated;

create index participants_user_id_idx on public.participants (user_id);
create index participants_meeting_id_seq_idx on public.participants (meeting_id, seq);
create index participants_captioner_idx on public.participants (captioner) where captioner is not null;

create function private.is_over(meeting public.meetings) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return meeting.ended_at is not null or coalesce(meeting.expires_at <= now(), false);
end
$$;

-- A guest belongs to a meeting while it goes on, an account also afterwards. A removal ends it for both.
create function private.takes_part(person uuid, in_meeting uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select
    from public.participants
    join public.meetings on meetings.id = participants.meeting_id
    where participants.meeting_id = in_meeting
      and participants.user_id = person
      and participants.admission = 'admitted'
      and (not private.is_over(meetings) or private.has_account(person))
  );
end
$$;

create function private.is_admitted(to_meeting uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.takes_part((select auth.uid()), to_meeting);
end
$$;

-- Who may read that a meeting is there and who takes part: the admitted, and the members of its workspace. A member who
-- was put out of a meeting still reads it: who may read the workspace's meetings is decided in the workspace.
create function private.can_read_meeting(which uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_admitted(which) or exists (
    select from public.meetings where id = which and private.is_member(workspace_id)
  );
end
$$;
grant execute on function private.can_read_meeting(uuid) to authenticated;

-- The host made it, and reads its code before knocking.
create policy "the host, the admitted and the workspace read a meeting" on public.meetings
for select to authenticated
using (host = (select auth.uid()) or private.can_read_meeting(id));

-- One's own place one reads removed too.
create policy "who reads the meeting reads who takes part" on public.participants
for select to authenticated
using (user_id = (select auth.uid()) or private.can_read_meeting(meeting_id));

-- A person who is no participant has not entered; one who was removed may not.
create function private.require_admitted(person uuid, to_meeting uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  standing text := (
    select admission from public.participants where meeting_id = to_meeting and user_id = person
  );
begin
  if standing is null then
    perform private.fail('meeting/not-entered');
  elsif standing <> 'admitted' then
    perform private.fail('meeting/removed');
  end if;
end
$$;

-- What a person leads: 3 as an admin or owner of the meeting's workspace, 2 as its host, 1 as a co-host, else 0. One acts
-- upon those of a lower rank. Who was put out leads nothing by what they were in the meeting.
create function private.rank(person uuid, in_meeting uuid) returns int
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case
      when private.belongs(person, meetings.workspace_id, 'admin') then 3
      when place.admission = 'removed' then 0
      when meetings.host = person then 2
      when place.role = 'co-host' then 1
      else 0
    end
    from public.meetings
    left join public.participants as place on place.meeting_id = meetings.id and place.user_id = person
    where meetings.id = in_meeting
  );
end
$$;

create function private.moderates(which uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.rank((select auth.uid()), which), 0) > 0;
end
$$;
grant execute on function private.moderates(uuid) to authenticated;
