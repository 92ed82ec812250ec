/**
 * The measures of calls: one definition each, with its unit and formula. `/help` explains them with their limits. The database
 * computes them when a call ends (`private.measure_call`) and adds them up; pages derive means and shares.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { count } from "./numbers.ts";

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
  /** Interval at which a page in a call reports its counters. */
  reportIntervalMs: 60_000,
  /** Reports of one user: two tabs, and the one that is sent on leaving. */
  reportsPerMinute: 4,
  /** Time, captions and lines in one report. */
  reportMs: 120_000,
  reportLines: 300,
} as const;

interface Measure {
  readonly unit: "calls" | "minutes" | "share" | "people" | "turns" | "seconds" | "characters" | "money";
  /** In symbols, which every language reads alike. `t`: talk time. `p`: share of the talk time. `i`: each speaker. */
  readonly formula: string;
}

export const MEASURES = {
  /** Calls that began in the range and have ended. */
  meetings: { unit: "calls", formula: "n" },
  /** From the first arrival to the last departure. */
  minutes: { unit: "minutes", formula: "Σ (end − start)" },
  /** Durations of the captions that were not deleted before the call ended. */
  talkTime: { unit: "minutes", formula: "tᵢ = Σ (end − start)" },
  /** The reader beside the group, in the calls that they attended. An even share is 1/n of n attendees. */
  talkShare: { unit: "share", formula: "pᵢ = tᵢ ∕ Σ t" },
  /** The number of people who, speaking equally, would have this distribution. */
  effectiveSpeakers: { unit: "people", formula: "exp(−Σ pᵢ ln pᵢ)" },
  /** Runs of stretches of one person without a stretch of somebody else. */
  turns: { unit: "turns", formula: "n(speakerₖ ≠ speakerₖ₋₁)" },
  /** Stretches that begin while somebody else speaks. */
  overlaps: { unit: "turns", formula: "n(start < end of another)" },
  /** Overlaps that last a second or longer. */
  interruptions: { unit: "turns", formula: "n(overlap ≥ 1 s)" },
  /** Lines in one language that have a translation into another. */
  reach: { unit: "share", formula: "translated ∕ lines" },
  /** Time during which a reader's page showed a line without its translation. */
  behind: { unit: "share", formula: "Σ behind ∕ Σ time" },
  /** From the last word to the caption on a reader's page. */
  captionDelay: { unit: "seconds", formula: "Σ (shown − end) ∕ n" },
  /** Source characters of each translation that an engine or a device made. */
  translated: { unit: "characters", formula: "Σ characters" },
  cost: { unit: "money", formula: "characters ∕ 10⁶ × price" },
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

const milliseconds = count;

/** Sums over calls. Pages divide them: see `ratio`. They name nobody; `own` is the reader. */
export const insightFigures = z.object({
  /** Calls that have ended. */
  calls: count,
  /** Calls with measures. The others keep nothing, or wait for the job `sweep`. */
  measured: count,
  /** Calls of meetings that keep nothing: they have a duration and no other measure. */
  unkept: count,
  seconds: count,
  /** Days with calls in the reader's time zone, the first first. */
  days: z.array(z.object({ day: z.string(), calls: count, seconds: count })),
  /** Measured calls in which somebody spoke. The following sums are over these. */
  spoken: count,
  /** Attendees, those of them who spoke, and the effective number of speakers. */
  people: count,
  speakers: count,
  effective_speakers: z.number().check(z.nonnegative()),
  talk_ms: milliseconds,
  turns: count,
  overlaps: count,
  interruptions: count,
  /** Talk time by language, longest first. People who came to several calls count in each. */
  languages: z.array(z.object({ language, speakers: count, readers: count, talk_ms: milliseconds })),
  /** Lines in a language, and those of them that readers of another got in theirs. */
  reach: z.array(z.object({ spoken: language, read: language, lines: count, reached: count })),
  /** Translations by engine, most characters first. */
  engines: z.array(z.object({ engine: z.string(), lines: count, characters: count })),
  /** Translations on readers' devices. */
  device: z.object({ lines: count, characters: count }),
  /** Time in calls, and the part of it during which a line waited for its translation. */
  reading: z.object({ watched_ms: milliseconds, behind_ms: milliseconds }),
  captions: z.object({ count, delay_ms: milliseconds }),
  /** The reader, in the calls that they attended; null if they attended none. `even_ms`: talk time at an even share. */
  own: z.nullable(
    z.object({
      ...{ calls: count, talk_ms: milliseconds, group_ms: milliseconds, even_ms: milliseconds },
      ...{ turns: count, group_turns: count, interruptions: count },
    }),
  ),
});
export type InsightFigures = z.infer<typeof insightFigures>;

/**
 * `insights(p_workspace_id, p_from, p_until, p_time_zone)`, for the members of a workspace. The days are those of the time
 * zone, both included. Errors: `request/not-allowed` for other people, `request/invalid` for a wrong range.
 */
export const workspaceInsights = z.object({
  figures: insightFigures,
  /** False if the range has more calls than one answer (`MEASURE_LIMITS.callsPerAnswer`). */
  complete: z.boolean(),
});

/** `call_insights(p_call_id)`. Errors: `meeting/not-entered`. */
export const callInsights = z.object({
  /** `open`: the call goes on. `partial`: the caller may not read the whole call. `unkept`: the meeting keeps nothing. */
  state: z.enum(["ready", "open", "partial", "unkept"]),
  /** Null unless the state is `ready`. */
  figures: z.nullable(insightFigures),
});
export type CallInsights = z.infer<typeof callInsights>;

/** What no table holds, from one page since its last report: `report_counters(p_call_id, p_counters)`. */
export type CallCounters = {
  /** Time in the call, and the part of it during which a line waited for its translation. */
  watched_ms: number;
  behind_ms: number;
  /** Captions of others, and the sum of their delays. */
  captions: number;
  delay_ms: number;
  device_lines: number;
  device_characters: number;
};
