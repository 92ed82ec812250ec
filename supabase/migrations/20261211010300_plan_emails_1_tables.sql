-- Emails about planned meetings: links, notices that are due, changes that they tell of, and counts of a day.

-- Links of invitees, one in each email. Only the SHA-256 of a token is stored. `address_hash`: the address that got the link, which
-- answers only while the invitee has it.
create table private.invitee_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  invitee_id uuid not null references public.series_invitees on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  created_at timestamptz not null default clock_timestamp()
);
revoke all on private.invitee_links from public, anon, authenticated, service_role;
alter table private.invitee_links enable row level security;

create index invitee_links_invitee_id_created_at_idx on private.invitee_links (invitee_id, created_at);

insert into private.invitee_links (token_hash, invitee_id, address_hash)
select token_hash, id, coalesce(address_hash, private.address_hash(email))
from public.series_invitees
where token_hash is not null;

-- `announced`: the sequence of the last email to the invitee, or null. `email_state`: that of the emails of its last notice.
alter table public.series_invitees
  drop column token_hash,
  drop column address_hash,
  add column announced int check (announced >= 0),
  add column email_state text check (email_state in ('waiting', 'sent', 'failed'));

-- Invitees to whom an email may be due. The job decides which, by the state of that moment. `again`: a person sends the invitation again.
create table private.plan_notices (
  invitee_id uuid primary key references public.series_invitees on delete cascade,
  workspace_id uuid not null,
  due_at timestamptz not null,
  again boolean not null default false
);
revoke all on private.plan_notices from public, anon, authenticated, service_role;
alter table private.plan_notices enable row level security;

create index plan_notices_due_at_idx on private.plan_notices (due_at);
create index plan_notices_workspace_id_due_at_idx on private.plan_notices (workspace_id, due_at);

-- The last changes of a series. `key`: the only occurrence that changed, or null. `message`: of the person who cancelled occurrences.
create table private.series_changes (
  series_id uuid not null references public.meeting_series on delete cascade,
  sequence int not null,
  key timestamp,
  message text check (char_length(message) between 1 and 500),
  primary key (series_id, sequence)
);
revoke all on private.series_changes from public, anon, authenticated, service_role;
alter table private.series_changes enable row level security;

-- The message of the person who cancelled the series.
alter table public.meeting_series add column cancel_message text check (char_length(cancel_message) between 1 and 500);

-- Emails of the last day, for the shares of addresses, series and workspaces. They outlive the series, so a deletion gives no share back.
create table private.plan_emails (
  id bigint generated always as identity primary key,
  reminder boolean not null,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  series_id uuid not null,
  workspace_id uuid not null,
  queued_at timestamptz not null default now()
);
revoke all on private.plan_emails from public, anon, authenticated, service_role;
alter table private.plan_emails enable row level security;

create index plan_emails_queued_at_idx on private.plan_emails (queued_at);
create index plan_emails_address_hash_queued_at_idx on private.plan_emails (address_hash, queued_at);
create index plan_emails_workspace_id_queued_at_idx on private.plan_emails (workspace_id, queued_at);

-- An invitation contains its series, with the overrides of up to 400 occurrences. An email goes with its invitee.
alter table private.outbox_emails
  add column invitee_id uuid references public.series_invitees on delete cascade,
  drop constraint outbox_emails_payload_check,
  add constraint outbox_emails_payload_check check (
    jsonb_typeof(payload) = 'object' and octet_length(payload::text) <= case when template = 'plan' then 100000 else 8192 end
  );
create index outbox_emails_invitee_id_idx on private.outbox_emails (invitee_id) where invitee_id is not null;
