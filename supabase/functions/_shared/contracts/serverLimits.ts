/**
 * Limits that no page knows. Limits by time count the actions of one user: those without effect too, rejected ones not.
 * Numbers without a unit are maximum counts.
 */
export const SERVER_LIMITS = {
  /** For a one-time code and a link by email. supabase/config.toml has the same value. */
  oneTimeCodeTtlMs: 300_000,
  /** Lifetime of a guest's merge token. */
  mergeTokenTtlMs: 1_800_000,
  /** Target languages of a meeting's lines. */
  targetLanguages: 8,
  translationAttempts: 3,
  /** Timeout of one request to an engine. */
  engineTimeoutMs: 8_000,
  /** Latest start of a request to an engine after the claim of its lines. A later one would outlive the lease. */
  engineStartDeadlineMs: 10_000,
  /** Characters sent to translation engines in a day (UTC): source characters × target languages. */
  translateQuota: { user: 100_000, meeting: 200_000, workspace: 1_000_000, all: 4_000_000 },
  /** Participants in one waiting room. */
  waitingParticipants: 50,
  /** Participants in one mesh. Beyond, the meeting is full. */
  meshParticipants: 4,
  /** Merge tokens of one guest in an hour. Each new token replaces the previous one. */
  mergeTokensPerHour: 5,
  /** Lines, corrections, proposals, files and answers that one call of `redeem_merge_token` moves of each. */
  linesPerMergeStep: 1_000,
  /** Calls of `redeem_merge_token`. A sign-in makes 40 at most. */
  mergeStepsPerMinute: 60,
  /** Attempts of one text without a response, which may be the fault of the engine or of the text. */
  translationAttemptsWithoutResponse: 12,
  /** Retranslations of one line that readers may request. */
  translationRetriesPerLine: 3,
  /** Bytes of the terms of one workspace, with their translations and notes. */
  glossaryBytes: 2_000_000,
  termReadsPerMinute: 30,
  /**
   * Bytes of one import in the database, without its notes. A full glossary with ten translations of each term has about
   * half of it.
   */
  termImportBytes: 500_000,
  /** Undecided proposals in one workspace. They do not count as terms, so a flood of them blocks no member. */
  glossaryProposals: 100,
  /** A quarter, so that one guest cannot use up the proposals of a workspace. */
  glossaryProposalsPerPerson: 25,
  /** Lines after which the search of a term ends, newest calls first. The last call counts as a whole. */
  termSearchLines: 20_000,
  /** Bytes of lines in the term's language after which the search ends, newest lines first. */
  termSearchBytes: 1_000_000,
  /** Stored lines of one call. */
  linesPerCall: 20_000,
  /** A quarter, so that one person cannot use up the lines of a call. */
  linesPerPersonInCall: 5_000,
  /** Bytes that one user may share in 24 hours. */
  fileBytesPerDay: 524_288_000,
  /** Files removed in one request. Storage allows 1000. */
  filesPerSweep: 100,
  /** Rows of unshared, and of deleted files that one request to sweep changes. */
  fileRowsPerSweep: 1_000,
  /** Age at which an offer without bytes no longer reserves its part of the quotas. */
  reservedBytesTtlMs: 3_600_000,
  /** Lifetime of a knock without an answer. */
  knockTtlMs: 1_800_000,
  /** Delay before a denied participant may knock again. */
  deniedKnockDelayMs: 300_000,
  /** Lifetime of a guest's meeting, which belongs to no workspace. */
  guestMeetingTtlMs: 86_400_000,
  /** Each further thousand characters of a line count as another line. */
  linesPerTenSeconds: 20,
  correctionsPerTenSeconds: 20,
  /** Last earlier texts of a corrected line in one response. */
  correctionsPerResponse: 100,
  /** Open proposals for the text of one chat message. */
  proposalsPerLine: 10,
  marksPerTenSeconds: 30,
  reactionsPerTenSeconds: 30,
  handsPerMinute: 20,
  /** Moderator actions. Enough to admit a full waiting room one by one. */
  moderatorActionsPerMinute: 120,
  captionerChangesPerMinute: 20,
  knocksPerMinute: 20,
  relayTestsPerMinute: 4,
  callEntriesPerMinute: 30,
  translationReportsPerMinute: 20,
  translationRetriesPerMinute: 10,
  termChangesPerMinute: 60,
  glossaryImportsPerMinute: 3,
  termProposalsPerMinute: 10,
  retranslationsPerMinute: 5,
  /** Searches read the lines of a workspace's newest calls. */
  termSearchesPerMinute: 20,
  filesPerMinute: 30,
  previewsPerMinute: 30,
  /** To all peers together. A mesh that connects sends some twenty. */
  signalsPerMinute: 300,
  /** A page reads them every two seconds for each connection that does not come up. */
  signalReadsPerMinute: 120,
  /** Bytes of one signal as JSON. The description of a connection has about 10 kB. */
  signalBytes: { max: 32_768 },
  /** Time zones that one user may choose: each is looked up on disk. */
  timeZonesPerMinute: 20,
  /** Meetings that one user may create in an hour. */
  meetingsPerHour: 20,
  /** Time without a heartbeat after which a peer is gone. */
  peerTimeoutMs: 60_000,
  /** Time after the last departure until the call ends. */
  emptyCallTtlMs: 120_000,
  /** Time after which a call ends although people are in it, because its lines are kept from its end. */
  callMaxMs: 86_400_000,
  /** Time after which the broadcasts that Realtime stores are deleted. */
  broadcastTtlMs: 60_000,
  changesPerPage: 200,
  /** Pages of `changes_since`. They and the next ones cost a lot in a very large meeting. */
  changesPerMinute: 240,
  /** Reads of a meeting's page, and of the links of a call. */
  pageReadsPerMinute: 120,
  historyLinesPerPage: 50,
  /** Guests whom a meeting admitted and who have not entered. The oldest beyond are deleted. */
  unenteredGuests: 200,
} as const;
