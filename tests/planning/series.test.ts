/** Changes of a series, and what happens to the changes of its single occurrences. */
import { describe, expect, test } from "vitest";
import type { PlanOverride } from "#contracts/planning.ts";
import { occurrencesOf, plannedKeys } from "../../supabase/functions/_shared/planning/occurrences.ts";
import {
  cancelLater,
  cancelOccurrence,
  changeAll,
  changeLater,
  type Edit,
  moveOccurrence,
  type Series,
} from "../../supabase/functions/_shared/planning/series.ts";

const weekly = (overrides: PlanOverride[] = []): Series => ({
  plan: { start: "2027-03-15T09:00", zone: "Europe/Madrid", length_minutes: 60, rule: { freq: "weekly", count: 5 } },
  overrides,
});

/** The Mondays 15, 22, 29 March, 5 and 12 April. */
const [FIRST, SECOND, THIRD, FOURTH, FIFTH] = plannedKeys(weekly().plan) as [string, string, string, string, string];

const done = <T>(edit: Edit<T>): T => {
  if (!edit.ok) throw new Error(edit.fault);
  return edit.value;
};
const starts = ({ plan, overrides }: Series) =>
  occurrencesOf(plan, overrides).map(({ start, state }) => (state === "cancelled" ? "-" : start));
const cancelled = (key: string): PlanOverride => ({ key, kind: "cancelled", by: "person" });
const moved = (key: string, start: string, by: "person" | "rotation" = "person"): PlanOverride => ({
  ...{ key, kind: "moved", by, start, length_minutes: 60 },
});

describe("a change of this occurrence", () => {
  test("leaves the others", () => {
    const series = done(moveOccurrence(weekly(), SECOND, { start: "2027-03-23T11:00" }));
    expect(starts(series)).toEqual([FIRST, "2027-03-23T11:00", THIRD, FOURTH, FIFTH]);
    expect(starts(done(cancelOccurrence(series, THIRD)))).toEqual([FIRST, "2027-03-23T11:00", "-", FOURTH, FIFTH]);
  });

  test("replaces an earlier change of it", () => {
    const once = done(moveOccurrence(weekly(), SECOND, { start: "2027-03-23T11:00" }));
    const twice = done(moveOccurrence(once, SECOND, { length_minutes: 30 }));
    expect(twice.overrides).toEqual([{ ...moved(SECOND, "2027-03-23T11:00"), length_minutes: 30 }]);
    expect(done(cancelOccurrence(twice, SECOND)).overrides).toEqual([cancelled(SECOND)]);
  });

  test("needs an occurrence of the series", () => {
    expect(moveOccurrence(weekly(), "2027-03-16T09:00", {})).toEqual({ ok: false, fault: "no-occurrence" });
    expect(cancelOccurrence(weekly(), "2027-03-16T09:00")).toEqual({ ok: false, fault: "no-occurrence" });
  });

  test("changes neither zone nor rule", () => {
    expect(moveOccurrence(weekly(), SECOND, { zone: "Asia/Tokyo" })).toEqual({ ok: false, fault: "whole-series-only" });
    expect(moveOccurrence(weekly(), SECOND, { rule: null })).toEqual({ ok: false, fault: "whole-series-only" });
  });
});

describe("a change of all occurrences", () => {
  test("moves the day and the hour", () => {
    expect(starts(done(changeAll(weekly(), THIRD, { start: "2027-03-31T10:30" })))).toEqual([
      ...["2027-03-17T10:30", "2027-03-24T10:30", "2027-03-31T10:30", "2027-04-07T10:30", "2027-04-14T10:30"],
    ]);
  });

  test("keeps cancelled, chosen and rotated ones", () => {
    const overrides = [
      cancelled(SECOND),
      moved(THIRD, "2027-03-30T08:00"),
      moved(FOURTH, "2027-04-05T17:00", "rotation"),
    ];
    expect(starts(done(changeAll(weekly(overrides), FIRST, { start: "2027-03-16T10:00" })))).toEqual([
      ...["2027-03-16T10:00", "-", "2027-03-30T08:00", "2027-04-06T18:00", "2027-04-13T10:00"],
    ]);
  });

  test("gives the new length to rotated ones", () => {
    const series = weekly([moved(FOURTH, "2027-04-05T17:00", "rotation")]);
    expect(done(changeAll(series, FIRST, { length_minutes: 30 })).overrides).toEqual([
      { ...moved(FOURTH, "2027-04-05T17:00", "rotation"), length_minutes: 30 },
    ]);
  });

  test("drops changes of occurrences that the new rule lacks", () => {
    const series = weekly([cancelled(SECOND), cancelled(THIRD)]);
    const changed = done(changeAll(series, FIRST, { rule: { freq: "weekly", interval: 2, count: 3 } }));
    expect(changed.overrides).toEqual([cancelled(THIRD)]);
  });

  test("keeps the local hour in another zone", () => {
    const changed = done(changeAll(weekly(), FIRST, { zone: "Asia/Tokyo" }));
    expect(occurrencesOf(changed.plan, [])[0]?.starts_at).toBe(Date.UTC(2027, 2, 15, 0));
  });

  test("turns the weekdays of a rule", () => {
    const series: Series = {
      plan: { ...weekly().plan, rule: { freq: "weekly", count: 4, byday: [{ day: "MO" }, { day: "SU" }] } },
      overrides: [],
    };
    expect(starts(done(changeAll(series, FIRST, { start: "2027-03-16T09:00" })))).toEqual([
      ...["2027-03-16T09:00", "2027-03-22T09:00", "2027-03-23T09:00", "2027-03-29T09:00"],
    ]);
  });

  test.each([
    ["2027-03-16T09:00", { freq: "monthly", count: 3, byday: [{ day: "MO", nth: 3 }] }, ["03-16", "04-20", "05-18"]],
    ["2027-03-20T09:00", { freq: "monthly", count: 3, bymonthday: [15] }, ["03-20", "04-20", "05-20"]],
    ["2027-04-20T09:00", { freq: "yearly", count: 1, bymonth: [3], bymonthday: [15] }, ["04-20"]],
  ] as const)("follows a day of the month to %s", (start, rule, days) => {
    const series: Series = { plan: { ...weekly().plan, rule: structuredClone(rule) as never }, overrides: [] };
    const found = starts(done(changeAll(series, FIRST, { start })));
    expect(found.map((local) => local.slice(5, 10))).toEqual([...days]);
  });

  test("asks for a rule that it cannot guess", () => {
    const rule = { freq: "monthly", byday: [{ day: "MO" }, { day: "TU" }], bysetpos: [-1] } as const;
    const series: Series = { plan: { ...weekly().plan, rule: structuredClone(rule) as never }, overrides: [] };
    const [first = ""] = plannedKeys(series.plan);
    expect(changeAll(series, first, { start: "2027-03-18T09:00" })).toEqual({ ok: false, fault: "rule-needed" });
    expect(changeAll(series, first, { start: "2027-03-18T09:00", rule: null }).ok).toBe(true);
  });

  test("leaves no series without an occurrence", () => {
    const rule = { freq: "daily", until: "2027-03-14T09:00" } as const;
    expect(changeAll(weekly(), FIRST, { rule })).toEqual({ ok: false, fault: "nothing-left" });
  });
});

describe("a change of this and later occurrences", () => {
  test("splits the series and its changes", () => {
    const series = weekly([cancelled(SECOND), cancelled(FOURTH)]);
    const { before, after } = done(changeLater(series, THIRD, { start: "2027-03-29T15:00" }));
    expect(before === null ? null : starts(before)).toEqual([FIRST, "-"]);
    expect(starts(after)).toEqual(["2027-03-29T15:00", "-", "2027-04-12T15:00"]);
  });

  test("changes the whole series if it starts at the first", () => {
    const { before, after } = done(changeLater(weekly(), FIRST, { start: "2027-03-15T15:00" }));
    expect(before).toBeNull();
    expect(starts(after)).toHaveLength(5);
  });

  test("keeps the 31st after a month that is skipped", () => {
    const series: Series = {
      plan: { ...weekly().plan, start: "2027-01-31T09:00", rule: { freq: "monthly", count: 4 } },
      overrides: [],
    };
    const { after } = done(changeLater(series, "2027-03-31T09:00", { length_minutes: 30 }));
    expect(starts(after)).toEqual(["2027-03-31T09:00", "2027-05-31T09:00", "2027-07-31T09:00"]);
  });

  test("keeps the weeks of a series of every second week", () => {
    const rule = { freq: "weekly", interval: 2, until: "2027-05-31T09:00" } as const;
    const series: Series = { plan: { ...weekly().plan, rule }, overrides: [] };
    const { before, after } = done(changeLater(series, "2027-04-12T09:00", {}));
    expect([...(before === null ? [] : starts(before)), ...starts(after)]).toEqual(starts(series));
  });

  test("cancels the rest", () => {
    expect(starts(done(cancelLater(weekly(), FOURTH)) ?? weekly())).toEqual([FIRST, SECOND, THIRD]);
    expect(done(cancelLater(weekly(), FIRST))).toBeNull();
    expect(cancelLater(weekly(), "2027-03-16T09:00")).toEqual({ ok: false, fault: "no-occurrence" });
  });
});

describe("an endless series beyond its 400th occurrence", () => {
  const late = "2029-03-12T09:00";
  const series: Series = {
    plan: { ...weekly().plan, start: "2019-03-11T09:00", rule: { freq: "weekly" } },
    overrides: [],
  };

  test("has occurrences that can be moved and cancelled", () => {
    expect(plannedKeys(series.plan)).not.toContain(late);
    expect(done(moveOccurrence(series, late, { start: "2029-03-12T17:00" })).overrides).toEqual([
      moved(late, "2029-03-12T17:00"),
    ]);
    expect(done(cancelOccurrence(series, late)).overrides).toEqual([cancelled(late)]);
    expect(moveOccurrence(series, "2029-03-13T09:00", {})).toEqual({ ok: false, fault: "no-occurrence" });
  });

  test("is split there", () => {
    const { before, after } = done(changeLater(series, late, { start: "2029-03-12T10:00" }));
    expect(before?.plan.rule).toEqual({ freq: "weekly", until: "2029-03-12T08:59" });
    expect(after.plan).toMatchObject({ start: "2029-03-12T10:00", rule: { freq: "weekly" } });
    expect(changeAll(series, late, { start: "2029-03-12T10:00" })).toMatchObject({
      value: { plan: { start: "2019-03-11T10:00" } },
    });
  });
});
