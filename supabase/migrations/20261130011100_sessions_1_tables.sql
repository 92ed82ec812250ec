-- Sessions on the devices of a person: where each began, and the devices that the person has used before.

-- Facts about a session that Auth does not store. The Worker states them after the sign-in. A session that somebody started
-- at Auth itself has none of them.
create table private.session_origins (
  session_id uuid primary key references auth.sessions on delete cascade,
  -- ISO 3166, as Cloudflare states it. Null if unknown.
  country text check (country ~ '^[A-Z]{2}$'),
  -- SHA-256 of the device's cookie and the user.
  device_hash bytea check (octet_length(device_hash) = 32),
  -- The visitor's. Auth stores that of the Worker, because its gateway refuses a secret key with the user agent of a browser.
  user_agent text check (octet_length(user_agent) <= 1600),
  -- The email about a new device, in `outbox_emails`.
  email_id uuid
);
revoke all on private.session_origins from public, anon, authenticated, service_role;
alter table private.session_origins enable row level security;

-- Devices that are not new. They outlast their sessions: signing in again on a device that was signed out sends no email.
create table private.known_devices (
  user_id uuid not null references public.profiles on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
revoke all on private.known_devices from public, anon, authenticated, service_role;
alter table private.known_devices enable row level security;
