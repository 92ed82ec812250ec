-- The house rules of this database.
--
-- Clients reach schema `public` alone, read there what row-level security lets them, and write nothing by hand: every
-- write is a function. A public function is a thin `security invoker` wrapper; what it may do stands in schema
-- `private`, which no API exposes, in `security definer` functions that ask who is calling.
--
-- Nothing is granted by default. Each migration grants what it means to.

create extension if not exists pgcrypto with schema extensions;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- The catalogue of errors with their HTTP status; the same list as contracts/errors.ts.
create function private.errors() returns table (code text, status int)
language plpgsql immutable set search_path = '' as $$
begin
  return query
  values
    ('request/invalid', 400),
    ('request/sign-in-needed', 401),
    ('request/not-allowed', 403),
    ('request/not-found', 404),
    ('request/not-taken', 405),
    ('request/too-large', 413),
    ('request/rate-limited', 429),
    ('name/empty', 400),
    ('name/too-long', 400),
    ('title/too-long', 400),
    ('language/unknown', 400),
    ('locale/unknown', 400),
    ('time-zone/unknown', 400),
    ('mail/malformed', 400),
    ('account/needed', 403),
    ('account/code-refused', 400),
    ('account/link-refused', 400),
    ('account/too-many-tries', 429),
    ('account/mail-not-sent', 503),
    ('account/claim-refused', 410),
    ('code/malformed', 400),
    ('meeting/not-found', 404),
    ('meeting/ended', 410),
    ('meeting/full', 409),
    ('meeting/locked', 423),
    ('meeting/members-only', 403),
    ('meeting/removed', 403),
    ('meeting/lobby-full', 409),
    ('meeting/not-entered', 403),
    ('knock/not-found', 404),
    ('role/moderator-needed', 403),
    ('role/host-needed', 403),
    ('line/not-found', 404),
    ('line/empty', 400),
    ('line/too-long', 400),
    ('line/conflict', 409),
    ('line/not-kept', 409),
    ('file/type', 415),
    ('file/too-large', 413),
    ('file/too-small', 400),
    ('file/too-many', 409),
    ('file/quota', 429),
    ('file/not-kept', 409),
    ('file/not-found', 404),
    ('glossary/empty', 400),
    ('glossary/too-long', 400),
    ('glossary/duplicate', 409),
    ('glossary/full', 409),
    ('glossary/no-workspace', 409),
    ('translate/unavailable', 503),
    ('translate/unsupported-pair', 422),
    ('translate/not-kept', 409),
    ('translate/quota', 429),
    ('translate/too-many-languages', 429),
    ('speech/unavailable', 503),
    ('speech/quota', 429),
    ('speech/too-long', 413),
    ('summary/unavailable', 503),
    ('summary/quota', 429),
    ('device/permission-denied', 400),
    ('device/not-found', 400),
    ('device/in-use', 400),
    ('device/no-secure-context', 400),
    ('network/offline', 503),
    ('network/timeout', 504),
    ('network/signalling-lost', 503),
    ('network/media-failed', 503),
    ('bug/unexpected', 500);
end
$$;

-- Refuses. SQLSTATE `PT` + status makes PostgREST answer with that status; the message is the code of the catalogue.
create function private.fail(code text) returns void
language plpgsql set search_path = '' as $$
declare
  known record;
begin
  select errors.code, errors.status into known from private.errors() where errors.code = fail.code;
  if not found then
    raise exception using errcode = 'PT500', message = 'bug/unexpected', detail = 'a code outside the catalogue';
  end if;
  raise exception using errcode = 'PT' || known.status, message = known.code;
end
$$;

-- Bounds that functions here decide by: the numbers of contracts/limits.ts under their path there. Times are milliseconds.
create function private.bounds() returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return '{
    "displayName.min": 1,
    "displayName.max": 60,
    "title.min": 1,
    "title.max": 120,
    "workspaceName.min": 1,
    "workspaceName.max": 80,
    "claimLife": 1800000,
    "claimOffersPerHour": 5,
    "homeMeetings": 20,
    "homePeople": 5,
    "message.min": 1,
    "message.max": 4000,
    "caption.min": 1,
    "caption.max": 500,
    "sayBatch": 10,
    "sayAgo": 300000,
    "sayLength": 60000,
    "translation.min": 1,
    "translation.max": 20000,
    "meshPeople": 4,
    "targetLanguages": 8,
    "translateBatch": 50,
    "translateTries": 3,
    "translateUnanswered": 12,
    "translateLease": 20000,
    "translateQuota.user": 100000,
    "translateQuota.meeting": 200000,
    "translateQuota.workspace": 500000,
    "translateQuota.all": 2000000,
    "translateRetries": 3,
    "term.min": 1,
    "term.max": 80,
    "termNote.min": 0,
    "termNote.max": 500,
    "glossaryTerms": 500,
    "glossaryProposals": 100,
    "termReach": 2592000000,
    "retranslateLines": 200,
    "mentions": 20,
    "file.min": 1,
    "file.max": 52428800,
    "fileName.min": 1,
    "fileName.max": 255,
    "filesAtOnce": 10,
    "fileBytesPerDay": 524288000,
    "sweepBatch": 100,
    "sweepUnshared": 86400000,
    "lobbyPeople": 50,
    "knockLife": 1800000,
    "deniedWait": 300000,
    "guestMeetingLife": 86400000,
    "linesPerTenSeconds": 20,
    "speechPerTenSeconds": 20,
    "correctionsPerTenSeconds": 20,
    "marksPerTenSeconds": 30,
    "reactionsPerTenSeconds": 30,
    "handsPerMinute": 20,
    "leadsPerMinute": 120,
    "captionersPerMinute": 20,
    "knocksPerMinute": 20,
    "relayTriesPerMinute": 4,
    "entriesPerMinute": 30,
    "reportsPerMinute": 20,
    "retriesPerMinute": 10,
    "termsPerMinute": 60,
    "importsPerMinute": 5,
    "proposalsPerMinute": 10,
    "retranslationsPerMinute": 5,
    "filesPerMinute": 30,
    "meetingsPerHour": 20,
    "peerGone": 60000,
    "callLinger": 120000,
    "changesPage": 200,
    "historyPage": 50,
    "transcriptPage": 500,
    "summary.fewest": 5,
    "summary.part": 24000,
    "summary.bytes": 192000,
    "summary.sentences": 16,
    "summary.sentence.min": 1,
    "summary.sentence.max": 500,
    "summary.lease": 180000,
    "summary.tries": 3,
    "summary.asksPerMinute": 20,
    "summaryQuota.user": 40,
    "summaryQuota.meeting": 40,
    "summaryQuota.workspace": 250,
    "summaryQuota.all": 1000,
    "speechQuota.user": 14400000,
    "speechQuota.meeting": 43200000,
    "speechQuota.workspace": 72000000,
    "speechQuota.all": 288000000
  }'::jsonb;
end
$$;

create function private.bound(name text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return (private.bounds() ->> name)::bigint;
end
$$;

create function private.span(name text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return private.bound(name) * interval '1 millisecond';
end
$$;

-- The closed list of languages that people speak and read; the same list as contracts/languages.ts.
create function private.languages() returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array[
    'am', 'ar', 'az', 'be', 'bg', 'bn', 'bs', 'ca', 'cs', 'da', 'de', 'el', 'en', 'eo', 'es', 'et', 'eu', 'fa', 'fi',
    'fr', 'ga', 'gl', 'gu', 'ha', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'is', 'it', 'ja', 'ka', 'kk', 'km', 'kn', 'ko',
    'ku', 'lt', 'lv', 'mk', 'ml', 'mn', 'mr', 'ms', 'my', 'nb', 'ne', 'nl', 'oc', 'pa', 'pl', 'ps', 'pt', 'ro', 'ru',
    'rw', 'sk', 'sl', 'so', 'sq', 'sr', 'sv', 'sw', 'ta', 'te', 'th', 'ti', 'tl', 'tr', 'uk', 'ur', 'uz', 'vi', 'yo',
    'zh-Hans', 'zh-Hant'
  ];
end
$$;

-- False for null, so that a check by it refuses null too.
create function private.is_language(tag text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(tag = any (private.languages()), false);
end
$$;

-- What may be put under a line; the same list as REACTIONS of contracts/lines.ts.
create function private.reactions() returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array['👍', '❤️', '😂', '😮', '😢', '🎉', '🙏', '👏'];
end
$$;
