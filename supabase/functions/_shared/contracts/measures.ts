/**
 * The measures of calls: one definition each, with its unit and formula. `/help` explains them with their limits. The database
 * computes them when a call ends (`private.measure_call`) and adds them up; pages derive means and shares.
 */
/** The database names these limits `measures.…`. */
export const MEASURE_LIMITS = {
  /** Captions of one person with at most this silence in between are one stretch of speech. */
  stretchGapMs: 1_000,
  /** Shortest overlap that counts as an interruption. */
  interruptionMs: 1_000,
  /** Lines of a call that the request which ends it measures. The job `sweep` measures longer calls. */
  linesAtOnce: 2_000,
  /** Spoken languages, and reading languages, of one call. */
  languages: 12,
  /** Calls in one answer of `insights`, the newest first. */
  callsPerAnswer: 5_000,
  /** Days in one answer of `insights`. */
  days: 366,
  readsPerMinute: 20,
  /** Interval at which a page in a call reports its counters. */
  reportIntervalMs: 60_000,
  /** Reports of one user: two tabs, and the one that is sent on leaving. */
  reportsPerMinute: 12,
  /** Time, captions and lines in one report. */
  reportMs: 120_000,
  reportLines: 300,
} as const;

interface Measure {
  readonly unit: "calls" | "minutes" | "share" | "people" | "turns" | "seconds" | "characters" | "money";
  /** In symbols, which every language reads alike: `b` and `e` are the begin and the end of speech. */
  readonly formula: string;
}

export const MEASURES = {
  /** Calls that began in the range and have ended. */
  meetings: { unit: "calls", formula: "n" },
  /** From the first arrival to the last departure. */
  minutes: { unit: "minutes", formula: "Σ (e − b)" },
  /** Durations of the captions that were not deleted before the call ended. */
  talkTime: { unit: "minutes", formula: "tᵢ = Σ (e − b)" },
  /** The reader beside the group, in the calls that they attended. An even share is 1/n of n attendees. */
  talkShare: { unit: "share", formula: "pᵢ = tᵢ ∕ Σ t" },
  /** The number of people who, speaking equally, would have this distribution. */
  effectiveSpeakers: { unit: "people", formula: "exp(−Σ pᵢ ln pᵢ)" },
  /** Runs of stretches of one person without a stretch of somebody else. */
  turns: { unit: "turns", formula: "n(sₖ ≠ sₖ₋₁)" },
  /** Stretches that begin while somebody else speaks. */
  overlaps: { unit: "turns", formula: "n(bᵢ < eⱼ)" },
  /** Overlaps that last a second or longer. */
  interruptions: { unit: "turns", formula: "n(eⱼ − bᵢ ≥ 1 s)" },
  /** Lines in one language that have a translation into another. */
  reach: { unit: "share", formula: "m ∕ n" },
  /** Time during which a reader's page showed a line without its translation. */
  behind: { unit: "share", formula: "Σ w ∕ Σ t" },
  /** From the last word to the caption on a reader's page. */
  captionDelay: { unit: "seconds", formula: "Σ (d − e) ∕ n" },
  /** Source characters of each translation that an engine or a device made. */
  translated: { unit: "characters", formula: "Σ c" },
  cost: { unit: "money", formula: "c ∕ 10⁶ × p" },
} as const satisfies Record<string, Measure>;
export type MeasureName = keyof typeof MEASURES;

/** Returns the effective number of speakers: the exponential of the entropy of the shares. 0 without speech. */
export function effectiveSpeakers(talkTimes: readonly number[]): number {
  const total = talkTimes.reduce((sum, talkTime) => sum + talkTime, 0);
  if (total <= 0) return 0;
  const entropy = talkTimes.reduce((sum, talkTime) => {
    const share = talkTime / total;
    return share > 0 ? sum - share * Math.log(share) : sum;
  }, 0);
  return Math.exp(entropy);
}

/** Returns the quotient, or null if there is nothing to divide by. */
export const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
