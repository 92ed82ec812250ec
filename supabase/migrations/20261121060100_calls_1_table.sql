-- Calls, their attendance and their peers, and the right to read them.

-- A call is one live gathering of a meeting. A meeting has at most one open call. `line_count` counts the lines that were
-- stored, also those deleted since; `insert_line` limits it. A trigger of `line_marks` maintains the other counts, so that
-- lists of calls read no lines.
create table public.calls (
  id uuid primary key default gen_random_uuid(),
  meeting_id uuid not null references public.meetings on delete cascade,
  started_at timestamptz not null default now(),
  -- When the host shared the whole call with everyone who attended it.
  shared_at timestamptz,
  ended_at timestamptz check (ended_at >= started_at),
  line_count int not null default 0,
  decision_count int not null default 0,
  task_count int not null default 0,
  open_task_count int not null default 0
);
revoke all on public.calls from public, anon, authenticated, service_role;
alter table public.calls enable row level security;

create index calls_meeting_id_idx on public.calls (meeting_id);
create unique index calls_one_open_idx on public.calls (meeting_id) where ended_at is null;

-- One row per call and user, also for those who left and came back. `left_at` is null while they are in the call.
-- `stays` are the ranges of `seq` during which they were in it. Time in the waiting room is no stay. `present_since` is
-- the start of the last stay: a meeting that keeps nothing has no lines by which a range could end. `line_count` counts
-- the lines that the user stored.
create table public.attendance (
  call_id uuid not null references public.calls on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  present_since timestamptz not null default now(),
  stays int8multirange not null default '{}',
  line_count int not null default 0,
  primary key (call_id, user_id)
);
revoke all on public.attendance from public, anon, authenticated, service_role;
alter table public.attendance enable row level security;

create index attendance_user_id_idx on public.attendance (user_id);

-- A peer is a browser tab in a call, not a user. A user has at most one live peer; a newer tab takes over.
-- `join_number` is the order of joining: a peer that returns gets a new number.
create table public.call_peers (
  call_id uuid not null references public.calls on delete cascade,
  peer_id uuid not null,
  user_id uuid not null references public.profiles on delete cascade,
  join_number int not null check (join_number > 0),
  last_seen timestamptz not null default now(),
  left_at timestamptz,
  left_reason text check (left_reason in ('left', 'gone', 'taken-over', 'replaced', 'removed', 'ended')),
  primary key (call_id, peer_id),
  unique (call_id, join_number),
  check ((left_at is null) = (left_reason is null))
);
revoke all on public.call_peers from public, anon, authenticated, service_role;
alter table public.call_peers enable row level security;

create unique index call_peers_one_live_idx on public.call_peers (call_id, user_id) where left_at is null;
create index call_peers_user_id_idx on public.call_peers (user_id);

-- Returns whether the user attended this call and is still a participant of its meeting. The right belongs to one
-- call, not to the meeting: attending one week does not open the call of another week.
create function private.has_attended(p_user_id uuid, p_call_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select
    from public.attendance
    join public.calls on calls.id = attendance.call_id
    where attendance.call_id = p_call_id
      and attendance.user_id = p_user_id
      and private.is_participant(p_user_id, calls.meeting_id)
  );
end
$$;

create function private.caller_has_attended(p_call_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_attended((select auth.uid()), p_call_id);
end
$$;

-- Returns whether the user may read the lines of a call: its attendees and the members of the meeting's workspace.
-- Writing and live events require attendance.
create function private.can_read_call(p_user_id uuid, p_call_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_attended(p_user_id, p_call_id) or exists (
    select
    from public.calls
    join public.meetings on meetings.id = calls.meeting_id
    where calls.id = p_call_id and private.has_workspace_role(p_user_id, meetings.workspace_id, 'member')
  );
end
$$;

-- Returns when the call ended; null while someone is in it or may come back. The column may not be written yet: see
-- `find_or_start_call`.
create function private.call_ended_at(p_call public.calls) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    p_call.ended_at,
    (
      select case
        when max(coalesce(left_at, last_seen)) > now() - private.limit_interval('emptyCallTtlMs') then null
        else greatest(max(coalesce(left_at, last_seen)), p_call.started_at)
      end
      from public.call_peers
      where call_id = p_call.id
    )
  );
end
$$;
