/** The emails about planned meetings, in the language and zone of the invitee, with a calendar file. */
import * as z from "zod/mini";
import { CONFIRMATION_LANGUAGES, confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { joinPath } from "../_shared/contracts/joinPath.ts";
import { language } from "../_shared/contracts/languages.ts";
import { count } from "../_shared/contracts/numbers.ts";
import { localTime, planAnswer, planOverride, planTimes } from "../_shared/contracts/planning.ts";
import { time } from "../_shared/contracts/time.ts";
import { participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { type CalendarMeeting, writeOccurrence, writeSeries } from "../_shared/planning/ics/write.ts";
import { parseLocal } from "../_shared/planning/localTime.ts";
import { type Occurrence, occurrencesOf } from "../_shared/planning/occurrences.ts";
import { calendarFile } from "./calendarFile.ts";
import { type PlanPage, renderPlanPage } from "./planPage.ts";
import { PLAN_TEXTS } from "./planTexts.ts";
import { planTime } from "./planTime.ts";

/** Next times in an email. */
const SHOWN_TIMES = 5;
/** Occurrences that were moved by more are found by their calendar file only. */
const LONGEST_MOVE_MINUTES = 44_640;

/** As `plan_email_payload` writes it. */
const payloadSchema = z.object({
  kind: z.enum(["invitation", "update", "occurrence", "cancellation"]),
  /** Null for a removed invitee. */
  token: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/u))),
  series_id: z.guid(),
  sequence: count,
  /** The instant at which the email was queued. A repeat is the same request. */
  stamp: time,
  /** The changed occurrence. */
  key: z.optional(localTime),
  /** The message of the person who cancelled the series or occurrences. */
  message: z.optional(z.nullable(participantText)),
  title: participantText,
  /** The language of title, agenda and message. */
  language,
  agenda: z.array(participantText),
  times: planTimes,
  overrides: z.array(planOverride),
  /** Null if the account was deleted or has no name. */
  organizer: z.nullable(participantText),
  workspace: participantText,
  code: z.string().check(z.regex(/^\w{1,40}$/u)),
  name: z.nullable(participantText),
  address: z.string(),
  answer: planAnswer,
  reads: language,
  zone: z.string(),
});
type Payload = z.infer<typeof payloadSchema>;

/** As `reminder_payload` writes it. `day`: a day before. */
const reminderSchema = z.extend(
  z.pick(payloadSchema, {
    ...{ token: true, title: true, language: true, organizer: true, workspace: true },
    ...{ code: true, reads: true, zone: true },
  }),
  { kind: z.enum(["day", "soon"]), starts_at: time, ends_at: time },
);

/** Returns null if the payload does not fit. `from`: the address of the sender. */
export function renderPlan(payload: unknown, origin: string, from: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const plan = parsed.data;
  const stamp = Date.parse(plan.stamp);
  const meeting = calendarMeeting(plan, origin, from);
  const { kind } = plan;
  if (kind === "occurrence") {
    const changed = occurrenceAt(plan, plan.overrides);
    const file = changed === undefined ? null : writeOccurrence(meeting, changed.key, stamp);
    if (changed === undefined || file === null) return null;
    return { ...renderPlanPage(occurrencePage(plan, changed, origin)), attachments: [calendarFile(file)] };
  }
  const method = kind === "cancellation" ? "CANCEL" : "REQUEST";
  const text = writeSeries(meeting, method, stamp);
  return { ...renderPlanPage(seriesPage(plan, kind, stamp, origin)), attachments: [calendarFile({ method, text })] };
}

/** Returns null if the payload does not fit. */
export function renderPlanReminder(payload: unknown, origin: string): RenderedEmail | null {
  const parsed = reminderSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { organizer, workspace, starts_at, ends_at, kind, ...plan } = parsed.data;
  const texts = textsOf(plan);
  return renderPlanPage({
    ...commonParts({ ...plan, agenda: [] }, origin),
    about: organizer === null ? workspace : `${organizer} (${workspace})`,
    subject: fillText(kind === "day" ? texts.reminder : texts.soon, { title: plan.title }),
    ...{ note: null, message: null },
    times: [timeOf(plan, { starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) })],
    more: null,
    joinLink: joinLink(plan, origin),
    asks: kind === "day",
  });
}

/** Returns the occurrence of the email, also beyond the 400th. */
function occurrenceAt({ times, key }: Payload, overrides: Payload["overrides"]): Occurrence | undefined {
  if (key === undefined) return undefined;
  const minute = parseLocal(key);
  return occurrencesOf(times, overrides, { from: minute, to: minute })[0];
}

const joinLink = ({ code, reads }: Pick<Payload, "code" | "reads">, origin: string): string =>
  `${origin}${joinPath(code, reads)}`;

/** The invitee is the only attendee, because nobody sees the addresses of others. */
const calendarMeeting = (plan: Payload, origin: string, from: string): CalendarMeeting => ({
  uid: plan.series_id,
  sequence: plan.sequence,
  title: plan.title,
  description: [...plan.agenda, joinLink(plan, origin)].join("\n"),
  url: joinLink(plan, origin),
  organizer: { name: plan.organizer ?? "Parley", email: from },
  attendees: [{ name: plan.name ?? plan.address, email: plan.address, answer: plan.answer }],
  plan: plan.times,
  overrides: plan.overrides,
});

type Reader = Pick<Payload, "reads" | "zone">;

const textsOf = ({ reads }: Reader) => PLAN_TEXTS[confirmationLanguage(reads)];

/** Returns the parts that all emails have. */
const commonParts = (
  {
    reads,
    title,
    language: original,
    agenda,
    token,
  }: Pick<Payload, "reads" | "title" | "language" | "agenda" | "token">,
  origin: string,
) => ({
  texts: confirmationLanguage(reads),
  title,
  language: original,
  answerLink: token === null ? null : `${origin}/answer/${token}?language=${confirmationLanguage(reads)}`,
  agenda,
});

function aboutOf({ organizer, workspace, ...plan }: Payload): string {
  const { about, nameless } = textsOf(plan);
  return fillText(organizer === null ? nameless : about, { name: organizer ?? "", workspace });
}

const timeOf = ({ reads, zone }: Reader, { starts_at, ends_at }: Pick<Occurrence, "starts_at" | "ends_at">): string =>
  planTime(CONFIRMATION_LANGUAGES[confirmationLanguage(reads)].tag, zone, starts_at, ends_at);

function seriesPage(
  plan: Payload,
  kind: Exclude<Payload["kind"], "occurrence">,
  stamp: number,
  origin: string,
): PlanPage {
  const texts = textsOf(plan);
  const isOver = kind === "cancellation";
  // A moved occurrence may start after its key.
  const from = Math.max(parseLocal(plan.times.start), Math.floor(stamp / 60_000) - LONGEST_MOVE_MINUTES);
  const all = [from, parseLocal(plan.times.start)].map((minute) =>
    occurrencesOf(plan.times, plan.overrides, { from: minute }).filter(({ state }) => state !== "cancelled"),
  );
  const [planned = []] = all.filter((list) => list.length > 0);
  const next = planned.filter(({ ends_at }) => ends_at > stamp).sort((a, b) => a.starts_at - b.starts_at);
  const shown = (next.length > 0 ? next : planned.slice(0, 1)).slice(0, SHOWN_TIMES);
  return {
    ...commonParts(plan, origin),
    about: aboutOf(plan),
    subject: fillText(texts[kind], { title: plan.title }),
    note: isOver ? texts.cancelled : null,
    message: plan.message ?? null,
    times: shown.map((occurrence) => timeOf(plan, occurrence)),
    more: plan.times.rule === null ? null : texts.repeats,
    joinLink: isOver ? null : joinLink(plan, origin),
    asks: !isOver,
  };
}

function occurrencePage(plan: Payload, changed: Occurrence, origin: string): PlanPage {
  const texts = textsOf(plan);
  const isOver = changed.state === "cancelled";
  const before = occurrenceAt(plan, []);
  return {
    ...commonParts(plan, origin),
    about: aboutOf(plan),
    subject: fillText(isOver ? texts.dateCancelled : texts.dateChanged, { title: plan.title }),
    note: isOver || before === undefined ? texts.othersStay : fillText(texts.before, { time: timeOf(plan, before) }),
    message: plan.message ?? null,
    times: [timeOf(plan, changed)],
    more: null,
    joinLink: isOver ? null : joinLink(plan, origin),
    asks: !isOver,
  };
}
