-- Meetings, and the right to read them.

-- A meeting is a room with a link. `code` is its key: 60 random bits. `seq` counts the writes of the meeting and
-- orders them. `epoch` is part of the name of the Realtime topic. A new epoch leaves removed participants on the old
-- topic. A guest's meeting has no workspace until the guest becomes an account.
--
-- `access`: entry for everyone with the link, after admission, or for workspace members only. `keep`: with `nothing`,
-- lines are broadcast and never stored. `reading`: participants in a call read the whole call, or only what is written while
-- they are present. A guest's meeting is over when it expires, even before `ended_at` is written.
-- `terms`: the `seq` at which the workspace's glossary last changed during a call.
create table public.meetings (
  id uuid primary key,
  code text not null unique check (code ~ '^[0-9a-hjkmnp-tv-z]{12}$'),
  title text check (char_length(title) between 1 and 120),
  host uuid references public.profiles on delete set null,
  workspace_id uuid references public.workspaces on delete set null,
  access text not null default 'open' check (access in ('open', 'knock', 'members')),
  locked boolean not null default false,
  keep text not null default 'days' check (keep in ('days', 'nothing')),
  reading text not null default 'call' check (reading in ('call', 'present')),
  epoch int not null default 1 check (epoch > 0),
  seq bigint not null default 0 check (seq >= 0),
  terms bigint not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz
);
revoke all on public.meetings from public, anon, authenticated, service_role;
alter table public.meetings enable row level security;

create index meetings_host_created_at_idx on public.meetings (host, created_at);
create index meetings_workspace_id_idx on public.meetings (workspace_id);

create function private.has_ended(p_meeting public.meetings) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_meeting.ended_at is not null or coalesce(p_meeting.expires_at <= now(), false);
end
$$;

-- Returns whether the caller may read the meeting and its participants: participants and members of its workspace. A
-- member who was removed from a meeting still reads it; only the workspace decides what its members read.
create function private.can_read_meeting(p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.caller_is_participant(p_meeting_id) or exists (
    select from public.meetings
    where id = p_meeting_id and private.has_workspace_role((select auth.uid()), workspace_id, 'member')
  );
end
$$;
