/**
 * Limits that pages, the Worker or functions know. The database repeats them, and `supabase/tests/limits.test.ts` compares both.
 * Those that only the database enforces are in `databaseLimits.ts`, so that no page loads them.
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
  /** Age of the lines in which a term is searched. */
  termSearchMaxAgeMs: 2_592_000_000,
  /** Lines translated again after one change of a term. */
  linesPerRetranslation: 200,
  /** Mentions in one line. */
  mentionsPerLine: 20,
  /** Bytes of a shared file. supabase/config.toml has the same value. */
  fileBytes: { min: 1, max: 52_428_800 },
  fileName: { min: 1, max: 255 },
  /** Files in one drop, and simultaneous uploads of one user. */
  filesAtOnce: 10,
  /** Files whose addresses are signed, or whose bytes are removed, in one request. */
  filesPerRequest: 100,
  /** Age at which a file that no line contains is removed. */
  unsharedFileTtlMs: 86_400_000,
  /** Participants in one waiting room. */
  waitingParticipants: 50,
  /** Includes lines typed for others. Nobody speaks faster. */
  captionsPerTenSeconds: 20,
  heartbeatIntervalMs: 20_000,
  /** Database requests of a page that run at the same time. The others wait in the page. */
  requestsAtOncePerPage: 3,
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
