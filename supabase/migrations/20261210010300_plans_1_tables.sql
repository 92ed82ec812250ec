-- Planned meetings (decision 060). Local time and zone are stored, and instants are derived from them.

-- A meeting that takes place in the future, once or by a rule. `id` is the UID of its calendar files, and `sequence` counts its
-- changes. Its meeting has the link and the access. `rule`: the parts of an RRULE, null for a meeting that does not repeat.
-- `ends_at`: the end of the last occurrence, or the time of its cancellation.
create table public.meeting_series (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  meeting_id uuid not null references public.meetings on delete cascade,
  organizer uuid references public.profiles on delete set null,
  sequence int not null default 0 check (sequence >= 0),
  title text not null check (char_length(title) between 1 and 120),
  -- The language of title and agenda.
  language text not null check (private.is_language(language)),
  agenda text[] not null default '{}' check (cardinality(agenda) <= 20),
  starts_local timestamp not null check (starts_local >= '1970-01-01' and starts_local < '2201-01-01'),
  zone text not null check (private.is_time_zone_name(zone)),
  length_minutes int not null check (length_minutes between 5 and 1440),
  rule jsonb check (jsonb_typeof(rule) = 'object' and octet_length(rule::text) <= 8000),
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz
);
revoke all on public.meeting_series from public, anon, authenticated, service_role;
alter table public.meeting_series enable row level security;

create index meeting_series_meeting_id_idx on public.meeting_series (meeting_id);
create index meeting_series_workspace_id_ends_at_idx on public.meeting_series (workspace_id, ends_at);
create index meeting_series_workspace_id_created_at_idx on public.meeting_series (workspace_id, created_at);
create index meeting_series_organizer_ends_at_idx on public.meeting_series (organizer, ends_at);
create index meeting_series_organizer_created_at_idx on public.meeting_series (organizer, created_at);
create index meeting_series_created_at_idx on public.meeting_series (created_at);
create index meeting_series_ends_at_idx on public.meeting_series (ends_at);

-- A change of one occurrence. `key`: the local time at which it would start. A cancelled one has no other time.
create table public.series_overrides (
  series_id uuid not null references public.meeting_series on delete cascade,
  key timestamp not null,
  kind text not null check (kind in ('cancelled', 'moved')),
  by text not null check (by in ('person', 'rotation')),
  starts_local timestamp check (starts_local >= '1970-01-01' and starts_local < '2201-01-01'),
  length_minutes int check (length_minutes between 5 and 1440),
  primary key (series_id, key),
  check ((kind = 'moved') = (starts_local is not null) and (kind = 'moved') = (length_minutes is not null)),
  check (kind = 'moved' or by = 'person')
);
revoke all on public.series_overrides from public, anon, authenticated, service_role;
alter table public.series_overrides enable row level security;

-- The occurrences that take place, so that a month's view and reminders are index scans. `workspace_id` repeats that of the series.
create table public.series_occurrences (
  series_id uuid not null references public.meeting_series on delete cascade,
  key timestamp not null,
  workspace_id uuid not null,
  starts_at timestamptz not null check (starts_at > '1969-12-31' and starts_at < '2201-01-02'),
  ends_at timestamptz not null,
  primary key (series_id, key),
  check (ends_at > starts_at and ends_at <= starts_at + interval '1 day')
);
revoke all on public.series_occurrences from public, anon, authenticated, service_role;
alter table public.series_occurrences enable row level security;

create index series_occurrences_workspace_id_starts_at_idx on public.series_occurrences (workspace_id, starts_at);
create index series_occurrences_starts_at_idx on public.series_occurrences (starts_at);

-- Invitees: members of the workspace, or addresses with the language and zone of their invitation. A removed invitee keeps a row, because
-- it counts against the invitations of a day, and gets a cancellation. The link's token is the only proof, so only its SHA-256 is stored.
create table public.series_invitees (
  id uuid primary key default gen_random_uuid(),
  series_id uuid not null references public.meeting_series on delete cascade,
  workspace_id uuid not null,
  user_id uuid references public.profiles on delete cascade,
  email text check (email = lower(email) and char_length(email) between 3 and 254),
  language text check (language is null or private.is_language(language)),
  zone text check (zone is null or private.is_time_zone_name(zone)),
  invited_by uuid references public.profiles on delete set null,
  invited_at timestamptz not null default now(),
  removed_at timestamptz,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  -- SHA-256 of the member's address that got the link. It answers only while the account has this address.
  address_hash bytea check (octet_length(address_hash) = 32),
  answer text not null default 'none' check (answer in ('none', 'yes', 'no', 'maybe')),
  answers int not null default 0 check (answers >= 0),
  answered_at timestamptz,
  -- The time that the invitee proposes instead.
  proposed_local timestamp check (proposed_local >= '1970-01-01' and proposed_local < '2201-01-01'),
  proposed_zone text check (proposed_zone is null or private.is_time_zone_name(proposed_zone)),
  check ((user_id is null) <> (email is null)),
  check ((email is null) = (language is null) and (email is null) = (zone is null)),
  check ((proposed_local is null) = (proposed_zone is null))
);
revoke all on public.series_invitees from public, anon, authenticated, service_role;
alter table public.series_invitees enable row level security;

create unique index series_invitees_series_id_user_id_key on public.series_invitees (series_id, user_id) where removed_at is null;
create unique index series_invitees_series_id_email_key on public.series_invitees (series_id, email) where removed_at is null;
create index series_invitees_series_id_idx on public.series_invitees (series_id);
create index series_invitees_user_id_idx on public.series_invitees (user_id);
create index series_invitees_invited_by_invited_at_idx on public.series_invitees (invited_by, invited_at);
create index series_invitees_workspace_id_invited_at_idx on public.series_invitees (workspace_id, invited_at);
create index series_invitees_invited_at_idx on public.series_invitees (invited_at);

-- Addresses that want no emails of invitations, as SHA-256.
create table private.unsubscribed_addresses (
  address_hash bytea primary key check (octet_length(address_hash) = 32),
  created_at timestamptz not null default now()
);
revoke all on private.unsubscribed_addresses from public, anon, authenticated, service_role;
alter table private.unsubscribed_addresses enable row level security;
