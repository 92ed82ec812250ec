-- The limits of contracts/limits.ts, contracts/summary.ts and contracts/quotas.ts that the database enforces.

-- Returns the limits by their path in the contracts. Times are milliseconds.
create function private.limits() returns jsonb
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
    "waitingParticipants": 50,
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

create function private.limit_value(p_name text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return (private.limits() ->> p_name)::bigint;
end
$$;

create function private.limit_interval(p_name text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return private.limit_value(p_name) * interval '1 millisecond';
end
$$;
