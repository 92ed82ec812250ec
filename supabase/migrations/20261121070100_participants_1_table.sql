-- Participants of a meeting.

-- A participant is a user in a meeting, with their name and languages there. It outlives the calls, so that lines
-- keep the name of their author. `number` is the order of first entry. `colour` comes from `free_colour`. `muted` is set
-- by moderators; every receiver obeys it. `hand` is the `seq` at which the hand was raised, which orders the hands.
-- `captioner` is the user who may type captions for this participant. `seq` is the number of the last change.
create table public.participants (
  meeting_id uuid not null references public.meetings on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  number int not null check (number > 0),
  colour int not null check (colour between 1 and 12),
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

create index participants_user_id_idx on public.participants (user_id);
create index participants_meeting_id_seq_idx on public.participants (meeting_id, seq);
create index participants_captioner_idx on public.participants (captioner) where captioner is not null;

-- Returns whether the user is an admitted participant: guests until the meeting ends, accounts also afterwards. A
-- removal ends it for both.
create function private.is_participant(p_user_id uuid, p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select
    from public.participants
    join public.meetings on meetings.id = participants.meeting_id
    where participants.meeting_id = p_meeting_id
      and participants.user_id = p_user_id
      and participants.admission = 'admitted'
      and (not private.has_ended(meetings) or private.has_account(p_user_id))
  );
end
$$;

create function private.caller_is_participant(p_meeting_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_participant((select auth.uid()), p_meeting_id);
end
$$;

-- Rejects users who have not entered the meeting, and removed ones.
create function private.require_admitted(p_user_id uuid, p_meeting_id uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  current_admission text := (
    select admission from public.participants where meeting_id = p_meeting_id and user_id = p_user_id
  );
begin
  if current_admission is null then
    perform private.raise_error('meeting/not-entered');
  elsif current_admission <> 'admitted' then
    perform private.raise_error('meeting/removed');
  end if;
end
$$;
