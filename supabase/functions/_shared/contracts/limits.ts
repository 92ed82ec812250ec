/**
 * All limits of Parley. Page, Worker, function and test read them here. The database repeats them, and
 * `supabase/tests/limits.test.ts` compares both.
 * Lengths count Unicode code points after trimming (Postgres `char_length`). Numbers without a unit are maximum counts.
 */
export const LIMITS = {
  displayName: { min: 1, max: 60 },
  title: { min: 1, max: 120 },
  workspaceName: { min: 1, max: 80 },
  email: { max: 254 },
  /** Digits of a one-time code. supabase/config.toml has the same value. */
  oneTimeCodeDigits: 8,
  /** For a one-time code and a link by email. supabase/config.toml has the same value. */
  oneTimeCodeTtlMs: 300_000,
  /** Lifetime of a guest's merge token. */
  mergeTokenTtlMs: 1_800_000,
  /** Merge tokens of one guest in an hour. Each new token replaces the previous one. */
  mergeTokensPerHour: 5,
  /** Lines, corrections, proposals, files and answers that one call of `redeem_merge_token` moves of each. */
  linesPerMergeStep: 1_000,
  /** Calls of `redeem_merge_token`. A sign-in makes 40 at most. */
  mergeStepsPerMinute: 60,
  /** Interval at which a page checks whether its token needs renewal. */
  sessionCheckIntervalMs: 30_000,
  homePageMeetings: 20,
  /** Participants named for each meeting on the home page. */
  homePageNamesPerMeeting: 5,
  /** Decisions and open tasks on the home page. */
  homePageOutcomes: 5,
  /** Calls on the page of a meeting. */
  meetingPageCalls: 100,
  message: { min: 1, max: 4000 },
  /** Length of one line of speech. */
  caption: { min: 1, max: 500 },
  /** Lines in one `post_captions`. */
  captionsPerRequest: 10,
  /** Captions of a meeting that keeps nothing in one page: some hours of speech. No server limits what a peer sends. */
  ephemeralCaptions: 2_000,
  /** Age of a caption's first word. */
  captionMaxAgeMs: 300_000,
  /** Duration of one caption. */
  captionMaxDurationMs: 60_000,
  /** Length of a message's translation. A longer one counts as a failure. */
  translation: { min: 1, max: 20_000 },
  /** Participants in one mesh. Beyond, the meeting is full. */
  meshParticipants: 4,
  /** Target languages of a meeting's lines. */
  targetLanguages: 8,
  /** Lines in one request to `translate`. */
  linesPerTranslateRequest: 50,
  translationAttempts: 3,
  /** Attempts of one text without a response, which may be the fault of the engine or of the text. */
  translationAttemptsWithoutResponse: 12,
  /** Retranslations of one line that readers may request. */
  translationRetriesPerLine: 3,
  translationLeaseMs: 20_000,
  /** Timeout of one request to an engine. */
  engineTimeoutMs: 8_000,
  /** Latest start of a request to an engine after the claim of its lines. A later one would outlive the lease. */
  engineStartDeadlineMs: 10_000,
  /** Delay after which a reader's page requests a missing translation itself. */
  readerRequestDelayMs: 1_500,
  /** Characters sent to translation engines in a day (UTC): source characters × target languages. */
  translateQuota: { user: 100_000, meeting: 200_000, workspace: 1_000_000, all: 4_000_000 },
  term: { min: 1, max: 80 },
  termNote: { min: 0, max: 500 },
  /** Terms in one workspace's glossary, and in one import. */
  glossaryTerms: 500,
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
  /** Age of the lines in which a term is searched. */
  termSearchMaxAgeMs: 2_592_000_000,
  /** Lines translated again after one change of a term. */
  linesPerRetranslation: 200,
  /** Stored lines of one call. */
  linesPerCall: 20_000,
  /** A quarter, so that one person cannot use up the lines of a call. */
  linesPerPersonInCall: 5_000,
  /** Mentions in one line. */
  mentionsPerLine: 20,
  /** Bytes of a shared file. supabase/config.toml has the same value. */
  fileBytes: { min: 1, max: 52_428_800 },
  fileName: { min: 1, max: 255 },
  /** Files in one drop, and simultaneous uploads of one user. */
  filesAtOnce: 10,
  /** Bytes that one user may share in 24 hours. */
  fileBytesPerDay: 524_288_000,
  /** Files removed in one request. Storage allows 1000. */
  filesPerSweep: 100,
  /** Rows of unshared, and of deleted files that one request to sweep changes. */
  fileRowsPerSweep: 1_000,
  /** Files whose addresses are signed, or whose bytes are removed, in one request. */
  filesPerRequest: 100,
  /** Age at which a file that no line contains is removed. */
  unsharedFileTtlMs: 86_400_000,
  /** Age at which an offer without bytes no longer reserves its part of the quotas. */
  reservedBytesTtlMs: 3_600_000,
  /** Participants in one waiting room. */
  waitingParticipants: 50,
  /** Lifetime of a knock without an answer. */
  knockTtlMs: 1_800_000,
  /** Delay before a denied participant may knock again. */
  deniedKnockDelayMs: 300_000,
  /** Lifetime of a guest's meeting, which belongs to no workspace. */
  guestMeetingTtlMs: 86_400_000,
  /** Rate limits of one user. Actions without effect count too, rejected ones do not. */
  /** Each further thousand characters of a line count as another line. */
  linesPerTenSeconds: 20,
  /** Includes lines typed for others. Nobody speaks faster. */
  captionsPerTenSeconds: 20,
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
  heartbeatIntervalMs: 20_000,
  /** Time without a heartbeat after which a peer is gone. */
  peerTimeoutMs: 60_000,
  /** Time after the last departure until the call ends. */
  emptyCallTtlMs: 120_000,
  /** Time after which a call ends although people are in it, because its lines are kept from its end. */
  callMaxMs: 86_400_000,
  /** Time after which the broadcasts that Realtime stores are deleted. */
  broadcastTtlMs: 60_000,
  /** Database requests of a page that run at the same time. The others wait in the page. */
  requestsAtOncePerPage: 3,
  changesPerPage: 200,
  /** Pages of `changes_since`. They and the next ones cost a lot in a very large meeting. */
  changesPerMinute: 240,
  /** Reads of a meeting's page, and of the links of a call. */
  pageReadsPerMinute: 120,
  historyLinesPerPage: 50,
  transcriptLinesPerPage: 500,
} as const;

/** Counts Unicode code points, like Postgres. */
export const codePointLength = (text: string): number => [...text].length;

/**
 * More than 16 characters in a row that join the one before them: marks, signs, skin tones, joiners, tags, Thai and Lao AM.
 * The parts of Unicode's `Extend`, `SpacingMark` and `ZWJ` (UAX #29). Prefixes and letters of Hangul join too, at no cost.
 */
const LONG_RUN = /[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u0E33\u0EB3\u200D]{17,}/gu;

/**
 * Removes what no letter or emoji needs. Browsers take seconds to break the lines of a text with thousands of them, and
 * sorting marks, which normalizing does, takes quadratic time.
 */
export const cutLongClusters = (text: string): string =>
  text.replace(LONG_RUN, (run) => [...run].slice(0, 16).join(""));
