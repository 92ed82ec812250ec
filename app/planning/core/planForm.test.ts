import { describe, expect, test } from "vitest";
import { type PlanRule, planRule } from "#contracts/planning.ts";
import { planRequest } from "#contracts/plans.ts";
import type { DetailsView } from "../calendarView.ts";
import { parseDay } from "./calendarRange.ts";
import { fairView } from "./fairView.ts";
import { addInvitee, readAddress, toNewInvitees } from "./invitees.ts";
import {
  agendaLines,
  changeRequest,
  createRequest,
  newPlanValues,
  type PlanFormValues,
  planFormError,
  storedPlanValues,
} from "./planForm.ts";
import { previewTimes } from "./previewTimes.ts";
import { NO_REPEAT, nthOf, proposedUntil, repeatError, repeatValues, ruleOf } from "./repeatForm.ts";

const ID = "11111111-0000-4000-8000-000000000000";
const day = (text: string): number => parseDay(text) ?? Number.NaN;
const THURSDAY = day("2026-04-23");

describe("repetition", () => {
  test.each([
    [null, "never"],
    [{ freq: "daily", interval: 3 }, "daily"],
    [{ freq: "weekly", byday: [{ day: "TH" }] }, "weekly"],
    [{ freq: "weekly", interval: 2, byday: [{ day: "MO" }, { day: "TH" }], count: 5 }, "weekly"],
    [{ freq: "monthly", bymonthday: [23] }, "monthly"],
    [{ freq: "monthly", byday: [{ day: "TH", nth: 4 }], until: "2027-01-01T23:59" }, "nth"],
    [{ freq: "yearly" }, "yearly"],
  ] satisfies [PlanRule | null, string][])("returns %j as it was", (rule, kind) => {
    const values = repeatValues(rule, THURSDAY);
    expect(values.kind).toBe(kind);
    expect(ruleOf(values, THURSDAY, null)).toEqual(rule);
  });

  test.each([
    { freq: "monthly", bymonthday: [-1] },
    { freq: "monthly", byday: [{ day: "MO", nth: 1 }] },
    { freq: "daily", byday: [{ day: "MO" }] },
    { freq: "weekly", interval: 2, wkst: "SU", byday: [{ day: "TH" }] },
    { freq: "yearly", byweekno: [20] },
  ] satisfies PlanRule[])("keeps %j, which the form cannot express", (rule) => {
    const values = repeatValues(rule, THURSDAY);
    expect(values.kind).toBe("kept");
    expect(ruleOf(values, THURSDAY, rule)).toBe(rule);
  });

  test("makes rules that the contract accepts", () => {
    for (const kind of ["daily", "weekly", "monthly", "nth", "yearly"] as const)
      for (const end of ["never", "until", "count"] as const) {
        const values = { ...NO_REPEAT, kind, end, until: proposedUntil(THURSDAY) };
        expect(repeatError(values, THURSDAY)).toBeNull();
        expect(planRule.safeParse(ruleOf(values, THURSDAY, null)).success).toBe(true);
      }
  });

  test("takes a fifth weekday for the last", () => {
    expect([nthOf(day("2026-04-30")), nthOf(THURSDAY), nthOf(day("2026-04-01"))]).toEqual([-1, 4, 1]);
  });

  test("proposes an end on a day that exists", () => {
    expect(proposedUntil(day("2026-11-30"))).toBe("2027-02-28");
    expect(proposedUntil(THURSDAY)).toBe("2026-07-23");
  });

  test("names the wrong field", () => {
    const weekly = { ...NO_REPEAT, kind: "weekly" } as const;
    for (const interval of [0, 1.5, 1_001, Number.NaN])
      expect(repeatError({ ...weekly, interval }, THURSDAY)).toBe("interval");
    expect(repeatError({ ...weekly, end: "until", until: "2026-04-22" }, THURSDAY)).toBe("until");
    expect(repeatError({ ...weekly, end: "count", count: 401 }, THURSDAY)).toBe("count");
    expect(repeatError({ ...NO_REPEAT, interval: 0 }, THURSDAY)).toBeNull();
  });
});

const VALUES: PlanFormValues = {
  ...newPlanValues(parseDay("2026-04-23") ?? 0, 0, "Europe/London", "es"),
  title: " Semillas ",
};

describe("values", () => {
  test("name the first wrong field", () => {
    expect(planFormError(VALUES)).toBeNull();
    const wrong: readonly [Partial<PlanFormValues>, string][] = [
      [{ title: " " }, "title"],
      [{ title: "x".repeat(121) }, "titleLong"],
      [{ date: "2026-02-30" }, "start"],
      [{ time: "" }, "start"],
      [{ zone: "Mars/Base" }, "zone"],
      [{ length: Number.NaN }, "length"],
      [{ length: 4 }, "length"],
      [{ agenda: "x".repeat(201) }, "agenda"],
      [{ agenda: "a\n".repeat(21) }, "agenda"],
    ];
    for (const [changed, field] of wrong) expect(planFormError({ ...VALUES, ...changed })).toBe(field);
  });

  test("drop empty lines of the agenda", () => {
    expect(agendaLines(" a \n\n b\n")).toEqual(["a", "b"]);
  });

  test("become a request that the contract accepts", () => {
    const request = createRequest(VALUES, { seriesId: ID, workspace: ID, overrides: [] });
    expect(planRequest.safeParse(request).success).toBe(true);
    expect(request).toMatchObject({ create: { title: "Semillas", times: { start: "2026-04-23T09:00", rule: null } } });
    expect(request).not.toHaveProperty("create.overrides");
  });
});

const DETAILS: DetailsView = {
  series: { id: ID, meetingId: ID, title: "Semillas", language: "es", dir: "ltr", repeats: true, ended: false },
  ...{ workspace: ID, key: "2026-04-23T16:30", sequence: 3, canChange: true, cancelled: false, code: null },
  occurrence: {
    ...{ seriesId: ID, key: "2026-04-23T16:30" },
    startsAt: Date.parse("2026-04-23T15:30:00Z"),
    endsAt: Date.parse("2026-04-23T16:30:00Z"),
  },
  ...{
    access: "knock",
    organizer: null,
    agenda: ["Orden"],
    overrides: [],
    invitees: [],
    readerColour: 0,
    clockNotes: [],
  },
  times: { start: "2026-04-09T16:30", zone: "Europe/London", length_minutes: 60, rule: { freq: "weekly" } },
};

describe("a change", () => {
  const stored = storedPlanValues(DETAILS);

  test("begins with the times of the open occurrence", () => {
    expect(stored).toMatchObject({ date: "2026-04-23", time: "16:30", length: 60, agenda: "Orden" });
    expect(stored.repeat).toMatchObject({ kind: "weekly", days: [] });
    expect(changeRequest(DETAILS, stored, "all")).toBeNull();
  });

  test("has only what differs", () => {
    const request = changeRequest(DETAILS, { ...stored, time: "17:00", title: "Plantas" }, "all");
    expect(request).toEqual({
      change: {
        ...{ series_id: ID, sequence: 3, key: "2026-04-23T16:30", scope: "all" },
        ...{ start: "2026-04-23T17:00", title: "Plantas" },
      },
    });
    expect(planRequest.safeParse(request).success).toBe(true);
  });

  test("of one occurrence has its times alone", () => {
    const values = { ...stored, title: "Plantas", zone: "UTC", repeat: NO_REPEAT };
    expect(changeRequest(DETAILS, values, "one")).toBeNull();
    expect(changeRequest(DETAILS, { ...values, length: 30 }, "one")).toMatchObject({ change: { length_minutes: 30 } });
  });

  test("ends the repetition", () => {
    const request = changeRequest(DETAILS, { ...stored, repeat: NO_REPEAT }, "later");
    expect(request).toMatchObject({ change: { rule: null } });
  });

  test("replaces overrides of the whole series only", () => {
    expect(changeRequest(DETAILS, stored, "later", [])).toBeNull();
    expect(changeRequest(DETAILS, stored, "all", [])).toMatchObject({ change: { overrides: [] } });
  });
});

describe("a preview", () => {
  const madrid = { start: "2026-03-15T02:30", zone: "Europe/Madrid", length_minutes: 60 };

  test("finds the day whose clocks skip or repeat the hour", () => {
    const weekly = previewTimes({ ...madrid, rule: { freq: "weekly" } });
    expect(weekly.first?.startsAt).toBe(Date.parse("2026-03-15T01:30:00Z"));
    expect(weekly.shifted).toEqual({ shift: "skipped", startsAt: Date.parse("2026-03-29T01:30:00Z") });
    const autumn = previewTimes({ ...madrid, start: "2026-10-25T02:30", rule: null });
    expect(autumn.shifted?.shift).toBe("repeated");
    expect(previewTimes({ ...madrid, rule: null }).shifted).toBeNull();
  });

  test("is empty for a rule without a day", () => {
    const rule = { freq: "yearly", bymonth: [2], bymonthday: [30] } satisfies PlanRule;
    expect(previewTimes({ ...madrid, rule }).first).toBeNull();
  });
});

describe("fair hours", () => {
  const times = { ...DETAILS.times, rule: { freq: "weekly", interval: 2, count: 6 } as const };
  const [tom, haruka] = [
    { id: "t", name: "Tom", zone: "Europe/London" },
    { id: "h", name: "Haruka", zone: "Asia/Tokyo" },
  ];

  test("share the burden of nights", () => {
    const fair = fairView(times, [tom, haruka]);
    const [first, second] = fair?.people ?? [];
    expect(second?.fixed).toBeGreaterThan(10);
    expect(Math.max(first?.rotated ?? 0, second?.rotated ?? 0)).toBeLessThan(second?.fixed ?? 0);
    expect(fair?.turns.length).toBe(6);
    expect(fair?.most).toBe(second?.fixed);
  });

  test("need a series and two zones", () => {
    expect(fairView({ ...times, rule: null }, [tom, haruka])).toBeNull();
    expect(fairView(times, [tom, { ...haruka, zone: tom.zone }])).toBeNull();
    expect(fairView(times, [tom, { ...haruka, zone: "Mars/Base" }])).toBeNull();
  });
});

test("invites members by id, and addresses in their one form", () => {
  expect(readAddress(" Ana <ANA@a.example> ")).toBe("ana@a.example");
  expect(readAddress("ana")).toBeNull();
  const member = { id: ID, name: "Tom", language: null, zone: null };
  const ana = { id: "ana@a.example", name: "ana@a.example", language: "es", zone: "America/Lima" } as const;
  const all = addInvitee(addInvitee(addInvitee([], member), ana), ana);
  expect(toNewInvitees(all)).toEqual([
    { user_id: ID },
    { email: "ana@a.example", language: "es", zone: "America/Lima" },
  ]);
});
