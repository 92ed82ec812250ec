/**
 * Limits that pages know. All others are in `serverLimits.ts`, so that no page loads them. The database repeats both, and
 * `supabase/tests/limits.test.ts` compares them.
 * Lengths count Unicode code points after trimming (Postgres `char_length`). Numbers without a unit are maximum counts.
 */
export const LIMITS = {
  displayName: { min: 1, max: 60 },
  title: { min: 1, max: 120 },
  workspaceName: { min: 1, max: 80 },
  email: { max: 254 },
  /** Digits of a one-time code. supabase/config.toml has the same value. */
  oneTimeCodeDigits: 8,
  /** Interval at which a page checks whether its token needs renewal. */
  sessionCheckIntervalMs: 30_000,
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
  /** Lines in one request to `translate`. */
  linesPerTranslateRequest: 50,
  translationLeaseMs: 20_000,
  /** Delay after which a reader's page requests a missing translation itself. */
  readerRequestDelayMs: 1_500,
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
