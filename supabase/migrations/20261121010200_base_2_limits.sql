-- The limits of contracts/limits.ts, contracts/summary.ts, contracts/retention.ts and
-- contracts/quotas.ts that the database enforces.

-- Returns the limits by their path in the contracts.
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
    "mergeTokenTtlMs": 1800000,
    "mergeTokensPerHour": 5,
    "homePageMeetings": 20,
    "homePageNamesPerMeeting": 5,
    "homePageOutcomes": 5,
    "meetingPageCalls": 100,
    "message.min": 1,
    "message.max": 4000,
    "caption.min": 1,
    "caption.max": 500,
    "captionsPerRequest": 10,
    "captionMaxAgeMs": 300000,
    "captionMaxDurationMs": 60000,
    "translation.min": 1,
    "translation.max": 20000,
    "meshParticipants": 4,
    "targetLanguages": 8,
    "linesPerTranslateRequest": 50,
    "translationAttempts": 3,
    "translationAttemptsWithoutResponse": 12,
    "translationLeaseMs": 20000,
    "translateQuota.user": 100000,
    "translateQuota.meeting": 200000,
    "translateQuota.workspace": 500000,
    "translateQuota.all": 2000000,
    "translationRetriesPerLine": 3,
    "term.min": 1,
    "term.max": 80,
    "termNote.min": 0,
    "termNote.max": 500,
    "glossaryTerms": 500,
    "termImportBytes": 500000,
    "glossaryProposals": 100,
    "termSearchMaxAgeMs": 2592000000,
    "linesPerRetranslation": 200,
    "mentionsPerLine": 20,
    "fileBytes.min": 1,
    "fileBytes.max": 52428800,
    "fileName.min": 1,
    "fileName.max": 255,
    "filesAtOnce": 10,
    "fileBytesPerDay": 524288000,
    "filesPerSweep": 100,
    "filesPerRequest": 100,
    "unsharedFileTtlMs": 86400000,
    "waitingParticipants": 50,
    "knockTtlMs": 1800000,
    "deniedKnockDelayMs": 300000,
    "guestMeetingTtlMs": 86400000,
    "linesPerTenSeconds": 20,
    "captionsPerTenSeconds": 20,
    "correctionsPerTenSeconds": 20,
    "proposalsPerLine": 10,
    "marksPerTenSeconds": 30,
    "reactionsPerTenSeconds": 30,
    "handsPerMinute": 20,
    "moderatorActionsPerMinute": 120,
    "captionerChangesPerMinute": 20,
    "knocksPerMinute": 20,
    "relayTestsPerMinute": 4,
    "callEntriesPerMinute": 30,
    "translationReportsPerMinute": 20,
    "translationRetriesPerMinute": 10,
    "termChangesPerMinute": 60,
    "glossaryImportsPerMinute": 5,
    "termProposalsPerMinute": 10,
    "retranslationsPerMinute": 5,
    "filesPerMinute": 30,
    "signalsPerMinute": 300,
    "signalBytes.max": 32768,
    "meetingsPerHour": 20,
    "peerTimeoutMs": 60000,
    "emptyCallTtlMs": 120000,
    "changesPerPage": 200,
    "historyLinesPerPage": 50,
    "transcriptLinesPerPage": 500,
    "summary.minLines": 5,
    "summary.chunkBytes": 24000,
    "summary.maxBytes": 192000,
    "summary.maxSentences": 16,
    "summary.sentenceLength.min": 1,
    "summary.sentenceLength.max": 500,
    "summary.leaseMs": 180000,
    "summary.maxAttempts": 3,
    "summary.requestsPerMinute": 20,
    "summaryQuota.user": 40,
    "summaryQuota.meeting": 40,
    "summaryQuota.workspace": 250,
    "summaryQuota.all": 1000,
    "retention.defaultDays": 30,
    "retention.guestMeetingDays": 7,
    "retention.idleGuestDays": 30,
    "retention.unconfirmedAddressDays": 1,
    "retention.jobRunDays": 7,
    "retention.rowsPerBatch": 2000,
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
