-- A meeting is a room with a link. `code` is the key to it: 60 random bits. `seq` counts the writes of the meeting and
-- gives them their order; `epoch` names the Realtime topic, and a new epoch leaves behind those who may hear no longer.
-- A guest's meeting is of no workspace, until the guest becomes an account.
create table public.meetings (
  id uuid primary key,
  code text not null unique check (code ~ '^[0-9a-hjkmnp-tv-z]{12}$'),
  title text check (char_length(title) between 1 and 120),
  host uuid references public.profiles on delete set null,
  workspace_id uuid references public.workspaces on delete set null,
  access text not null default 'open' check (access in ('open')),
  epoch int not null default 1 check (epoch > 0),
  seq bigint not null default 0 check (seq >= 0),
  created_at timestamptz not null default now()
);
revoke all on public.meetings from public, anon, authenticated, service_role;
alter table public.meetings enable row level security;
grant select on public.meetings to authenticated;

create index meetings_host_created_at_idx on public.meetings (host, created_at);
create index meetings_workspace_id_idx on public.meetings (workspace_id);

-- A participant is a person in a meeting: who they are there, what they speak and read. It outlives the calls, so that
-- what somebody wrote keeps its name. `number` is the order of first coming. `seq` is that of the last change.
create table public.participants (
  meeting_id uuid not null references public.meetings on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  number int not null check (number > 0),
  role text not null check (role in ('host', 'guest')),
  admission text not null default 'admitted' check (admission in ('admitted', 'removed')),
  display_name text not null check (char_length(display_name) between 1 and 60),
  speaks text not null check (private.is_language(speaks)),
  reads text not null check (private.is_language(reads)),
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

create function private.is_admitted(to_meeting uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.participants
    where meeting_id = to_meeting and user_id = (select auth.uid()) and admission = 'admitted'
  )
$$;

-- Who may read that a meeting is there and who takes part: the admitted, and the members of its workspace. A member who
-- was put out of a meeting still reads it: who may read the workspace's meetings is decided in the workspace.
create function private.can_read_meeting(which uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_admitted(which) or exists (
    select from public.meetings where id = which and private.is_member(workspace_id)
  )
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
