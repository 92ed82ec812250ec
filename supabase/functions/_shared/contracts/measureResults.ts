/** The measures of calls as the database returns them. `measures.ts` defines them. */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { count } from "./numbers.ts";

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
      ...{ turns: count, group_turns: count, interruptions: count, group_interruptions: count },
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

/** The counters of one page since its last report, which no table holds: `report_counters(p_call_id, p_counters)`. */
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
