/**
 * Every bound of Parley, once. Page, Worker, function and test read it from here; a migration repeats a bound
 * only as a constraint, and `supabase/tests/limits.test.ts` compares the two.
 * Lengths count Unicode code points after trimming (Postgres `char_length`); times are milliseconds.
 */
export const LIMITS = {
  displayName: { min: 1, max: 60 },
  title: { min: 1, max: 120 },
  workspaceName: { min: 1, max: 80 },
  email: { max: 254 },
  /** A one-time code and a link by mail; supabase/config.toml says the same. */
  oneTimeCodeTtlMs: 600_000,
  /** A guest's offer that an account takes over what they have. */
  claimLife: 1_800_000,
  /** Offers that one guest may make in an hour; each new one ends the one before. */
  claimOffersPerHour: 5,
  /** How often a page looks whether its token needs renewal. */
  sessionCheckIntervalMs: 30_000,
  homeMeetings: 20,
  homePeople: 5,
  message: { min: 1, max: 4000 },
  /** One line of what is said. */
  caption: { min: 1, max: 500 },
  /** Lines in one `post_captions`; how long ago their words may have begun, and how long one line of them may have taken. */
  sayBatch: 10,
  sayAgo: 300_000,
  sayLength: 60_000,
  /** An engine's answer for one message; longer ones count as failures. */
  translation: { min: 1, max: 20_000 },
  /** Cameras in one mesh; the next person is told that the meeting is full. */
  meshPeople: 4,
  /** Languages a meeting's lines are translated into. */
  targetLanguages: 8,
  /** Lines in one request to `translate`. */
  translateBatch: 50,
  translateTries: 3,
  /** How often an engine may have one text and say nothing: that may be the engine's fault, or this text's. */
  translateUnanswered: 12,
  /** How often readers may have one translation made again. */
  translateRetries: 3,
  translateLease: 20_000,
  /** Own time limit on one request to an engine. */
  engineTimeoutMs: 8_000,
  /** No request to an engine begins later than this after its lines were claimed: it would outlive their lease. */
  engineStartDeadlineMs: 10_000,
  /** A reader's page asks for a translation itself after this long without one. */
  readerRequestDelayMs: 1_500,
  /** Characters sent to translation engines in a day (UTC), source characters × target languages. */
  translateQuota: { user: 100_000, meeting: 200_000, workspace: 500_000, all: 2_000_000 },
  term: { min: 1, max: 80 },
  termNote: { min: 0, max: 500 },
  /** Terms in one workspace's glossary; in one import too. */
  glossaryTerms: 500,
  /** Beside them, what was proposed there and nobody decided: a flood of proposals keeps nobody from adding a term. */
  glossaryProposals: 100,
  /** How far back a term is looked for in what was said. */
  termReach: 2_592_000_000,
  /** Lines that one change of a term has translated again. */
  retranslateLines: 200,
  /** People that one line may mention. */
  mentions: 20,
  /** Bytes of a file that is shared; supabase/config.toml says the same. */
  file: { min: 1, max: 52_428_800 },
  fileName: { min: 1, max: 255 },
  /** Files in one drop, and of one person on their way. */
  filesAtOnce: 10,
  /** Bytes that one person may share in 24 hours. */
  fileBytesPerDay: 524_288_000,
  /** Files whose bytes are removed at once; Storage takes 1000 of them. */
  sweepBatch: 100,
  /** What was offered, or has come, and is in no line after this long is removed. */
  sweepUnshared: 86_400_000,
  /** People who may wait in one lobby. */
  lobbyPeople: 50,
  /** A knock that nobody answered ends. */
  knockLife: 1_800_000,
  /** After this long the denied may knock again. */
  deniedWait: 300_000,
  /** A meeting of a guest, which is of no workspace, is over after a day. */
  guestMeetingLife: 86_400_000,
  /** What one person may do in so long; what changes nothing counts too, what is refused does not. */
  linesPerTenSeconds: 20,
  /** Lines, also those typed for others: a person says less. */
  speechPerTenSeconds: 20,
  correctionsPerTenSeconds: 20,
  marksPerTenSeconds: 30,
  reactionsPerTenSeconds: 30,
  handsPerMinute: 20,
  /** To admit, deny, mute, remove, lock, change: who lets in a whole lobby one by one stays below. */
  leadsPerMinute: 120,
  captionersPerMinute: 20,
  knocksPerMinute: 20,
  relayTriesPerMinute: 4,
  entriesPerMinute: 30,
  reportsPerMinute: 20,
  retriesPerMinute: 10,
  termsPerMinute: 60,
  importsPerMinute: 5,
  proposalsPerMinute: 10,
  retranslationsPerMinute: 5,
  filesPerMinute: 30,
  /** Meetings that one person may open in an hour. */
  meetingsPerHour: 20,
  heartbeatIntervalMs: 20_000,
  /** A peer without a heartbeat for this long is gone. */
  peerGone: 60_000,
  /** A call closes this long after the last person left. */
  callLinger: 120_000,
  changesPage: 200,
  historyPage: 50,
  transcriptPage: 500,
} as const;

/** Length in Unicode code points, as Postgres counts. */
export const codePointLength = (text: string): number => [...text].length;
