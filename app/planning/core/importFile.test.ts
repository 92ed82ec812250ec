import { describe, expect, test, vi } from "vitest";
import { planRequest } from "#contracts/plans.ts";
import { importedPlan, keptOverrides } from "./importedPlan.ts";
import { readImport } from "./importFile.ts";
import { createRequest, planFormError } from "./planForm.ts";

const ID = "11111111-0000-4000-8000-000000000000";
const START = "DTSTART;TZID=Europe/Madrid:20270315T090000";
const event = (uid: string, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"];
const one = (...lines: string[]) => event("1@other.example", START, "DURATION:PT45M", ...lines);
const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
const read = (content: BlobPart, type = "text/calendar") => readImport(new File([content], "a.ics", { type }));

async function planOf(...lines: string[]) {
  const found = await read(calendar(...lines));
  const [meeting] = "meetings" in found ? found.meetings : [];
  if (meeting === undefined) throw new Error(JSON.stringify(found));
  return importedPlan(meeting, { id: "first", language: "es" });
}

const WEEKLY = [
  ...one("SUMMARY:Semillas", "DESCRIPTION:Agua\\n\\nTierra", "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE:20270322T080000Z"),
];

describe("the form of an imported meeting", () => {
  test("has title, agenda, times and repetition of the file", async () => {
    const { values } = await planOf(...WEEKLY);
    expect(values).toMatchObject({
      ...{ title: "Semillas", language: "es", agenda: "Agua\nTierra", access: "knock" },
      ...{ date: "2027-03-15", time: "09:00", length: 45, zone: "Europe/Madrid" },
      repeat: { kind: "weekly", end: "count", count: 4 },
    });
    expect(planFormError(values)).toBeNull();
  });

  test("becomes a request that the function accepts", async () => {
    const plan = await planOf(...WEEKLY);
    const request = createRequest(plan.values, {
      ...{ seriesId: ID, workspace: ID, kept: plan.rule },
      overrides: keptOverrides(plan, plan.values),
    });
    expect(planRequest.safeParse(request).success).toBe(true);
    expect(request).toMatchObject({
      create: {
        times: { rule: { freq: "weekly", count: 4, byday: [{ day: "MO" }] } },
        overrides: [{ key: "2027-03-22T09:00", kind: "cancelled" }],
      },
    });
  });

  test("keeps a rule that it cannot express", async () => {
    const plan = await planOf(...one("RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1"));
    expect(plan.values.repeat.kind).toBe("kept");
    const request = createRequest(plan.values, { seriesId: ID, workspace: ID, kept: plan.rule, overrides: [] });
    expect(request).toMatchObject({ create: { times: { rule: { freq: "monthly", bysetpos: [-1] } } } });
  });

  test("drops cancelled dates of other times", async () => {
    const plan = await planOf(...WEEKLY);
    expect(keptOverrides(plan, { ...plan.values, title: "x", length: 60 })).toHaveLength(1);
    for (const changed of [{ time: "10:00" }, { zone: "UTC" }, { repeat: { ...plan.values.repeat, count: 3 } }])
      expect(keptOverrides(plan, { ...plan.values, ...changed })).toEqual([]);
  });

  test("shortens what is too long, never within a character", async () => {
    const description = Array.from({ length: 30 }, () => "𝒳".repeat(300)).join("\\n");
    const { values } = await planOf(...one(`SUMMARY:${"😀".repeat(500)}`, `DESCRIPTION:${description}`));
    expect(values.title).toBe(`${"😀".repeat(119)}…`);
    expect(values.agenda.split("\n")).toEqual(Array.from({ length: 20 }, () => `${"𝒳".repeat(199)}…`));
    expect(planFormError(values)).toBeNull();
  });

  test("asks for a missing title", async () => {
    const { values } = await planOf(...one("SUMMARY: \\n "));
    expect(planFormError(values)).toBe("title");
  });
});

describe("a file", () => {
  test("has each meeting that it plans", async () => {
    const found = await read(calendar(...event("1", START, "DURATION:PT1H"), ...event("2", START, "DURATION:PT2H")));
    expect(found).toMatchObject({ meetings: [{ uid: "1" }, { uid: "2" }] });
  });

  test("of many megabytes is refused unread", async () => {
    const arrayBuffer = vi.fn();
    expect(await readImport({ size: 5e9, type: "", arrayBuffer })).toEqual({ fault: "too-large" });
    expect(arrayBuffer).not.toHaveBeenCalled();
  });

  test("that cannot be read is refused by name", async () => {
    const arrayBuffer = () => Promise.reject(new DOMException("", "NotFoundError"));
    expect(await readImport({ size: 1, type: "", arrayBuffer })).toEqual({ fault: "unreadable" });
  });

  const events = Array.from({ length: 10_000 }, (_, index) => event(String(index), START)).flat();
  const split = new TextEncoder().encode(calendar(...one("SUMMARY:é")));
  const broken = split.filter((byte) => byte !== 0xa9);
  test.each<[string, BlobPart, string]>([
    ["no calendar", "%PDF-1.7", "malformed"],
    ["10,000 events", calendar(...events), "too-many"],
    ["a line of a megabyte", calendar(...one(`SUMMARY:${"x".repeat(1_000_000)}`)), "too-large"],
    ["a broken character", broken, "malformed"],
    ["an unknown zone", calendar(...event("1", "DTSTART;TZID=Mars/Olympus:20270315T090000", "DURATION:PT1H")), "zone"],
    ["every second", calendar(...one("RRULE:FREQ=SECONDLY")), "frequency"],
    ["a cancellation", calendar("METHOD:CANCEL", ...one()), "cancellation"],
    ["no meeting", calendar(), "no-meeting"],
    ["whole days", calendar(...event("1", "DTSTART;VALUE=DATE:20270315")), "all-day"],
  ])("with %s is refused by name", async (_name, content, fault) => {
    expect(await read(content)).toEqual({ fault });
  });

  test("whose type has another method is refused", async () => {
    const content = calendar("METHOD:PUBLISH", ...one());
    expect(await read(content, "text/calendar; method=request")).toEqual({ fault: "method" });
    expect(await read(content, 'text/calendar;method="PUBLISH"')).toHaveProperty("meetings");
  });
});
