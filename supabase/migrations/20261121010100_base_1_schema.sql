-- Schema `private`, default privileges, and the catalogue of errors.
--
-- Clients reach schema `public` only. They hold no privilege on any table: every read and every write is a function,
-- which bounds the rows that it touches. A public function is a thin `security invoker` wrapper around a `security
-- definer` function of the same name in schema `private`, which no API exposes. The private function checks the
-- caller. Row-level security stays enabled without policies, so that a mistaken grant shows no row.
--
-- Nothing is granted by default. Each migration grants what it needs.

create extension if not exists pgcrypto with schema extensions;

-- PostgREST applies these to each request of the role ("Impersonated Role Settings" in its documentation).
alter role anon set statement_timeout = '3s';
alter role anon set lock_timeout = '2s';
alter role authenticated set statement_timeout = '3s';
alter role authenticated set lock_timeout = '2s';
notify pgrst, 'reload config';

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Returns the catalogue of errors with their HTTP status: the same list as contracts/errors.ts.
create function private.errors() returns table (code text, status int)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  values
    ('request/invalid', 400),
    ('request/not-taken', 405),
    ('request/too-large', 413),
    ('name/empty', 400),
    ('name/too-long', 400),
    ('title/too-long', 400),
    ('language/unknown', 400),
    ('locale/unknown', 400),
    ('time-zone/unknown', 400),
    ('mail/malformed', 400),
    ('account/code-refused', 400),
    ('account/link-refused', 400),
    ('code/malformed', 400),
    ('line/empty', 400),
    ('line/too-long', 400),
    ('file/type', 415),
    ('file/content', 415),
    ('file/too-large', 413),
    ('file/too-small', 400),
    ('glossary/empty', 400),
    ('glossary/too-long', 400),
    ('speech/too-long', 413),
    ('request/sign-in-needed', 401),
    ('request/captcha', 403),
    ('request/not-allowed', 403),
    ('account/needed', 403),
    ('meeting/locked', 423),
    ('meeting/members-only', 403),
    ('meeting/removed', 403),
    ('meeting/not-entered', 403),
    ('role/moderator-needed', 403),
    ('role/host-needed', 403),
    ('request/not-found', 404),
    ('account/claim-refused', 410),
    ('meeting/not-found', 404),
    ('meeting/ended', 410),
    ('line/not-found', 404),
    ('file/not-found', 404),
    ('knock/not-found', 404),
    ('line/call-full', 409),
    ('line/conflict', 409),
    ('glossary/duplicate', 409),
    ('request/rate-limited', 429),
    ('account/too-many-tries', 429),
    ('meeting/full', 409),
    ('meeting/lobby-full', 409),
    ('line/quota', 429),
    ('file/too-many', 409),
    ('file/quota', 429),
    ('glossary/full', 409),
    ('translate/quota', 429),
    ('translate/too-many-languages', 429),
    ('speech/quota', 429),
    ('summary/quota', 429),
    ('account/mail-not-sent', 503),
    ('line/not-kept', 409),
    ('file/not-kept', 409),
    ('glossary/no-workspace', 409),
    ('translate/unavailable', 503),
    ('translate/unsupported-pair', 422),
    ('translate/not-kept', 409),
    ('translate/off', 403),
    ('translate/device-only', 403),
    ('speech/unavailable', 503),
    ('summary/unavailable', 503),
    ('summary/off', 403),
    ('device/permission-denied', 400),
    ('device/not-found', 400),
    ('device/in-use', 400),
    ('device/no-secure-context', 400),
    ('network/offline', 503),
    ('network/timeout', 504),
    ('network/not-reached', 502),
    ('network/signalling-lost', 503),
    ('network/media-failed', 503),
    ('bug/unexpected', 500);
end
$$;

-- Raises an error of the catalogue. PostgREST responds with the status in SQLSTATE `PT<status>`; the message is the
-- code.
create function private.raise_error(p_code text) returns void
language plpgsql set search_path = '' as $$
declare
  error record;
begin
  select errors.code, errors.status into error from private.errors() where errors.code = p_code;
  if not found then
    raise exception using errcode = 'PT500', message = 'bug/unexpected', detail = 'a code outside the catalogue';
  end if;
  raise exception using errcode = 'PT' || error.status, message = error.code;
end
$$;
