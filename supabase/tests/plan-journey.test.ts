/**
 * A weekly meeting across a change of the clocks, planned in Madrid for people in Lima, Tokyo and Cairo: emails, calendar files, feed and
 * reminders.
 */
import ICAL from "ical.js";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { PlanOverride } from "#contracts/planning.ts";
import { feedOccurrences, newCalendarFeed } from "#contracts/plans.ts";
import { writeFeed } from "../functions/_shared/planning/ics/feed.ts";
import { renderEmail } from "../functions/send-emails/renderEmail.ts";
import type { Person } from "./support/fixtures.ts";
import { planEmailActions, planEmailScenes } from "./support/planEmails.ts";
import { KENJI, planActions } from "./support/plans.ts";
import { anon, service, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, invite, month } = planActions(db);
const { team } = workspaceActions(db);
const { lease, settle } = planEmailActions(db);
const { queueAll } = planEmailScenes(db);

const LIMA = { email: "rosa@parley.example", language: "es", zone: "America/Lima" } as const;
const PLANNED = ["03-15T08:00", "03-22T08:00", "03-29T07:00", "04-05T07:00", "04-12T07:00"];
/** After 22 March was cancelled, and 29 March moved. */
const CHANGED = ["03-15T08:00", "03-30T16:00", "04-05T07:00", "04-12T07:00"];
const OVERRIDES: readonly PlanOverride[] = [
  { key: "2027-03-22T09:00", kind: "cancelled", by: "person" },
  { key: "2027-03-29T09:00", kind: "moved", by: "person", start: "2027-03-30T18:00", length_minutes: 60 },
];
const shortTime = (instant: string | number | Date) => new Date(instant).toISOString().slice(5, 16);

/** Sends what waits. Returns the texts and files by address. */
async function inbox() {
  const { lease: by, emails } = await lease();
  const received = new Map<string, { subject: string; text: string; files: string[] }[]>();
  for (const { id, recipient, ...leased } of emails) {
    const email = renderEmail(leased, "https://parley.example", "parley@parley.example");
    if (email === null) throw new Error("The email does not render.");
    const files = (email.attachments ?? []).map(({ content }) => Buffer.from(content, "base64").toString());
    received.set(recipient, [...(received.get(recipient) ?? []), { subject: email.subject, text: email.text, files }]);
    await settle(id, by, "sent");
  }
  return received;
}

/** Returns the events of a file. The zones come from the file alone. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
}

/** Returns the times that a calendar program shows after an invitation and later files. */
function shownBy(files: readonly string[]): string[] {
  const [series, ...changes] = files.flatMap(eventsIn);
  if (series === undefined) throw new Error("There is no series.");
  const cancelled = new Set<string>();
  for (const event of changes) {
    expect([event.uid, event.isRecurrenceException()]).toEqual([series.uid, true]);
    expect(event.sequence).toBeGreaterThan(series.sequence);
    if (event.component.getFirstPropertyValue("status") === "CANCELLED") cancelled.add(String(event.recurrenceId));
    series.relateException(event);
  }
  const shown: string[] = [];
  const iterator = series.iterator();
  for (let next = iterator.next(); next; next = iterator.next())
    if (!cancelled.has(next.toString())) shown.push(shortTime(series.getOccurrenceDetails(next).startDate.toJSDate()));
  return shown;
}

/** Returns the times in the feed of a person. */
async function fed(who: Person): Promise<string[]> {
  const { token } = await db.rpc(who, "renew_calendar_feed", {}, newCalendarFeed);
  const { occurrences } = await db.rpc(anon, "feed_by_link", { p_token: token }, feedOccurrences);
  const feed = writeFeed(
    occurrences.map(({ series_id, key, sequence, title, starts_at, ends_at }) => ({
      ...{ uid: `${series_id}-${key}`, sequence, title, description: "", url: "https://parley.example" },
      ...{ starts_at: Date.parse(starts_at), ends_at: Date.parse(ends_at) },
    })),
    Date.now(),
    "PT1H",
  );
  return eventsIn(feed).map(({ startDate }) => shortTime(startDate.toJSDate()));
}

const queued = z.object({ queued: z.number() });

/** Moves the clock to some minutes before a time, and everything that is stored the other way round. Runs the job twice at once. */
async function remindersBefore(id: string, key: string, minutes: number): Promise<number> {
  const shift = db.admin`
    (select now() + ${minutes} * interval '1 minute' - starts_at
      from public.series_occurrences where series_id = ${id} and key = ${key})`;
  await db.admin`
    with moved as (select ${shift} as by),
    invitees as (update public.series_invitees set invited_at = invited_at + moved.by from moved where series_id = ${id}),
    series as (update public.meeting_series set ends_at = ends_at + moved.by from moved where id = ${id}),
    made as (update private.plan_reminders set starts_at = starts_at + moved.by from moved)
    update public.series_occurrences set starts_at = starts_at + moved.by, ends_at = ends_at + moved.by
    from moved where series_id = ${id}`;
  const run = () => db.rpc(service, "queue_reminders", { p_limit: 500, p_in_day: null }, queued);
  const both = await Promise.all([run(), run()]);
  return both.reduce((sum, each) => sum + each.queued, 0);
}

test("a weekly meeting reaches three zones, and its changes and reminders too", async () => {
  const { admin: omar, member: marta, workspace } = await team();
  await db.admin`update public.profiles set reads = 'ar', time_zone = 'Africa/Cairo' where id = ${omar.id}`;
  const { series_id: id } = await plan(marta, workspace);
  await invite(marta, id, [LIMA, KENJI, { user_id: omar.id }]);
  expect(await queueAll()).toBe(3);

  const ofOmar = `${omar.id}@parley.example`;
  const invitations = await inbox();
  // Each in its language and zone: clocks change in Madrid on 28 March, in Cairo at the end of April, in Lima and Tokyo never.
  for (const [address, subject, ...parts] of [
    [LIMA.email, "Invitación: Reparto de tareas", "lunes, 15 de marzo de 2027", "3:00", "2:00", "America/Lima"],
    [KENJI.email, "招待：Reparto de tareas", "2027年3月29日月曜日", "17:00", "16:00", "Asia/Tokyo"],
    [ofOmar, "دعوة: Reparto de tareas", "الاثنين، 15 مارس 2027", "10:00", "9:00", "Africa/Cairo"],
  ] as const) {
    const [invitation, ...others] = invitations.get(address) ?? [];
    expect([invitation?.subject, others]).toEqual([subject, []]);
    for (const part of parts) expect(invitation?.text).toContain(part);
    expect(shownBy(invitation?.files ?? [])).toEqual(PLANNED);
  }
  expect(await fed(omar)).toEqual(PLANNED);

  await change(marta, id, 0, { overrides: OVERRIDES.slice(0, 1) });
  await change(marta, id, 1, { overrides: OVERRIDES });
  expect(await queueAll()).toBe(6);
  const updates = await inbox();
  for (const [address, [invitation]] of invitations) {
    const changes = updates.get(address) ?? [];
    expect(shownBy([...(invitation?.files ?? []), ...changes.flatMap(({ files }) => files)])).toEqual(CHANGED);
  }
  expect(await fed(omar)).toEqual(CHANGED);
  expect((await month(omar, workspace)).occurrences.map(({ starts_at }) => shortTime(starts_at))).toEqual(CHANGED);

  for (const key of ["2027-03-15T09:00", "2027-03-29T09:00", "2027-04-05T09:00", "2027-04-12T09:00"]) {
    expect(await remindersBefore(id, key, 24 * 60 + 1)).toBe(0);
    expect(await remindersBefore(id, key, 24 * 60 - 1)).toBe(3);
    const [reminder] = (await inbox()).get(KENJI.email) ?? [];
    expect(reminder?.subject).toBe("リマインダー：Reparto de tareas");
    expect(await remindersBefore(id, key, 60)).toBe(0);
    expect(await remindersBefore(id, key, 9)).toBe(3);
    expect((await inbox()).size).toBe(3);
    expect(await remindersBefore(id, key, 8)).toBe(0);
  }
});
