/** Stored plans: requests of the edge function `plan`, and what the database returns about series, invitees and links. */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { access } from "./meetings.ts";
import { count } from "./numbers.ts";
import { PLANS } from "./planLimits.ts";
import { localTime, planAnswer, planOverride, planRule, planTimes } from "./planning.ts";
import { PLANNING } from "./planningLimits.ts";
import { time } from "./time.ts";

/** Text before it is cleaned. The database checks its length in characters. */
const text = z.string().check(z.maxLength(2_000));
const agenda = z.array(text).check(z.maxLength(PLANS.agendaLines));
const overrides = z.array(planOverride).check(z.maxLength(PLANNING.occurrences));

const createSeries = z.strictObject({
  /** The page makes it, so that a retry plans nothing twice. */
  series_id: z.guid(),
  workspace_id: z.guid(),
  access,
  title: text,
  /** The language of title and agenda. */
  language,
  agenda,
  times: planTimes,
  /** The rotation of fair hours. */
  overrides: z.optional(overrides),
});
export type CreateSeries = z.infer<typeof createSeries>;

/** `one`: the occurrence alone. `later`: it and all later ones. `all`: the whole series. */
const planScope = z.enum(["one", "later", "all"]);

const occurrenceOf = {
  series_id: z.guid(),
  /** The last change that the page has seen. */
  sequence: count,
  /** The occurrence by the local time at which it would start without changes. */
  key: localTime,
};

const changeSeries = z.strictObject({
  ...occurrenceOf,
  scope: planScope,
  /** The new local time of the occurrence. */
  start: z.optional(localTime),
  length_minutes: z.optional(planTimes.shape.length_minutes),
  /** A series has these as a whole. */
  zone: z.optional(planTimes.shape.zone),
  rule: z.optional(z.nullable(planRule)),
  title: z.optional(text),
  language: z.optional(language),
  agenda: z.optional(agenda),
  /** Replaces all changes of single occurrences. Only with `all`. */
  overrides: z.optional(overrides),
});
export type ChangeSeries = z.infer<typeof changeSeries>;

const cancelOccurrences = z.strictObject({
  ...occurrenceOf,
  scope: z.enum(["one", "later"]),
  /** Goes with the emails. */
  message: z.optional(text),
});
export type CancelOccurrences = z.infer<typeof cancelOccurrences>;

/** Request of the edge function `plan`. The function `cancel_series` of the database cancels a whole series. */
export const planRequest = z.union([
  z.strictObject({ create: createSeries }),
  z.strictObject({ change: changeSeries }),
  z.strictObject({ cancel: cancelOccurrences }),
]);
export type PlanRequest = z.infer<typeof planRequest>;

/** `later_id`: the series that begins where this one now ends. */
export const storedSeries = z.object({
  series_id: z.guid(),
  sequence: count,
  later_id: z.optional(z.nullable(z.guid())),
});
export type StoredSeries = z.infer<typeof storedSeries>;

/** `series_to_change(p_series_id)`. */
export const seriesToChange = z.object({
  sequence: count,
  title: z.string(),
  language,
  agenda: z.array(z.string()),
  times: planTimes,
  overrides: z.array(planOverride),
});
export type SeriesToChange = z.infer<typeof seriesToChange>;

/** `calendar(p_workspace_id, p_from, p_to)`: the occurrences that overlap the time, the earliest first. */
export const calendar = z.object({
  series: z.array(
    z.object({
      id: z.guid(),
      meeting_id: z.guid(),
      title: z.string(),
      language,
      repeats: z.boolean(),
      /** The meeting was ended. */
      ended: z.boolean(),
    }),
  ),
  occurrences: z.array(z.object({ series_id: z.guid(), key: localTime, starts_at: time, ends_at: time })),
  /** There are further occurrences. */
  more: z.boolean(),
});
export type Calendar = z.infer<typeof calendar>;

const proposal = z.nullable(z.object({ start: localTime, zone: z.string() }));

/** `read_series(p_series_id)`: a series as members of its workspace see it. */
export const plannedSeries = z.object({
  id: z.guid(),
  workspace_id: z.guid(),
  meeting_id: z.guid(),
  /** The code of the meeting. Null for people who are not invited. */
  code: z.nullable(z.string()),
  access,
  ended: z.boolean(),
  title: z.string(),
  language,
  agenda: z.array(z.string()),
  organizer_name: z.nullable(z.string()),
  sequence: count,
  cancelled_at: z.nullable(time),
  can_change: z.boolean(),
  times: planTimes,
  overrides: z.array(planOverride),
  invitees: z.array(
    z.object({
      id: z.guid(),
      user_id: z.nullable(z.guid()),
      /** Null for people who may not change the series. */
      email: z.nullable(z.string()),
      name: z.nullable(z.string()),
      language: z.nullable(language),
      zone: z.nullable(z.string()),
      answer: planAnswer,
      answered_at: z.nullable(time),
      proposal,
      /**
       * The state of the emails to the invitee. Null for people who may not change the series. `stopped`: the address wants
       * none. `none`: the member has no address.
       */
      email_state: z.optional(z.nullable(z.enum(["waiting", "sent", "failed", "stopped", "none"]))),
    }),
  ),
});
export type PlannedSeries = z.infer<typeof plannedSeries>;

/** `series_by_link(p_token)`: what an invitee sees without signing in. */
export const linkedSeries = z.object({
  title: z.string(),
  language,
  agenda: z.array(z.string()),
  organizer_name: z.nullable(z.string()),
  workspace_name: z.string(),
  /** The code of the meeting, until it is over. */
  code: z.nullable(z.string()),
  times: planTimes,
  cancelled: z.boolean(),
  /** Nothing can be answered any more. */
  over: z.boolean(),
  next: z.array(z.object({ starts_at: time, ends_at: time })),
  invitee: z.object({
    /** A shortened address for people without a name. */
    name: z.nullable(z.string()),
    reads: z.nullable(language),
    zone: z.nullable(z.string()),
    answer: planAnswer,
    proposal,
  }),
  /** False if the address wants no emails of invitations. */
  emails: z.boolean(),
});
export type LinkedSeries = z.infer<typeof linkedSeries>;

/** `reminder_runs(p_workspace_id)`: the last runs of the job `remind`, and the workspace's emails that it concerns. */
export const reminderRuns = z.object({
  last_success: z.nullable(time),
  runs: z.array(z.object({ started_at: time, ended_at: z.nullable(time), error: z.nullable(z.string()) })),
  /** Reminders of the last day, and those without a share of the day. */
  queued: count,
  limited: count,
  /** Invitees whose last email failed. */
  failed: count,
});

/** `my_calendar_feed()`: null without a feed. */
export const calendarFeed = z.object({ created_at: z.nullable(time) });

/** `renew_calendar_feed()`. The token is returned this once. */
export const newCalendarFeed = z.object({ token: z.string().check(z.regex(/^[0-9a-f]{64}$/u)) });

/** `feed_by_link(p_token)`: the occurrences in the feed of a person, the earliest first. */
export const feedOccurrences = z.object({
  occurrences: z.array(
    z.object({
      series_id: z.guid(),
      key: localTime,
      sequence: count,
      title: z.string(),
      agenda: z.array(z.string()),
      organizer_name: z.nullable(z.string()),
      code: z.string(),
      starts_at: time,
      ends_at: time,
    }),
  ),
});
export type FeedOccurrence = z.infer<typeof feedOccurrences>["occurrences"][number];
