-- The meetings.

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

create function private.has_ended(p_meeting public.meetings) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_meeting.ended_at is not null or coalesce(p_meeting.expires_at <= now(), false);
end
$$;

-- Who may read that a meeting is there and who takes part: the admitted, and the members of its workspace. A member who
-- was put out of a meeting still reads it: who may read the workspace's meetings is decided in the workspace.
create function private.can_read_meeting(p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.caller_is_participant(p_meeting_id) or exists (
    select from public.meetings where id = p_meeting_id and private.caller_has_workspace_role(workspace_id)
  );
end
$$;
grant execute on function private.can_read_meeting(uuid) to authenticated;

-- The host made it, and reads its code before knocking.
create policy "Hosts, participants and workspace members read meetings" on public.meetings
for select to authenticated
using (host = (select auth.uid()) or private.can_read_meeting(id));
