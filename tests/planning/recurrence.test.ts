/** Rules against the RFC's examples and two other implementations, and against input that should do nothing. */
import rruleModule from "rrule";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { PLAN_YEARS, type PlanRule, planRule, WEEKDAYS } from "#contracts/planning.ts";
import { occurrencesOf, plannedKeys } from "../../supabase/functions/_shared/planning/occurrences.ts";
import { readRule, writeRule } from "../../supabase/functions/_shared/planning/ruleText.ts";
import { randomNumbers, randomRule, randomStart } from "./randomMeetings.ts";
import { EXAMPLES, TOO_FREQUENT } from "./rfcExamples.ts";

const ZONES = ["America/New_York", "Europe/Madrid", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Kolkata"];
/** Daily meetings from September get to the next May, past both changes of clocks. */
const COMPARED = 250;

const ruleOf = (text: string, zone: string) => {
  const read = readRule(text, zone);
  if ("fault" in read) throw new Error(`${text}: ${read.fault}`);
  return read.rule;
};

const EVERY_MINUTE = {
  byday: WEEKDAYS.map((day) => ({ day })),
  byhour: [...Array(24).keys()],
  byminute: [...Array(60).keys()],
};

const compact = (local: string) => `${local.replace(/[-:]/gu, "")}00`;

/** The local times by `rrule`, which knows no zones: the end of the rule is given in local time. */
function byRrule(start: string, text: string, until: string | undefined): string[] {
  const local = until === undefined ? text : text.replace(/UNTIL=\w+/u, `UNTIL=${compact(until)}Z`);
  const rule = rruleModule.rrulestr(`DTSTART:${compact(start)}Z\nRRULE:${local}`);
  const dates = rule.all((date, index) => index < COMPARED && date.getUTCFullYear() <= PLAN_YEARS.last);
  return dates.map((date) => date.toISOString().slice(0, 16));
}

/** `rrule-temporal` 2.2.8 misses that Egypt interrupted its summer time in 2010. Later instants are compared with Temporal alone. */
const KNOWN_UNTIL = Date.UTC(2010, 7, 1);

/** The instants by `rrule-temporal`. */
const byRruleTemporal = (start: string, text: string, zone: string): number[] =>
  new RRuleTemporal({ rruleString: `DTSTART;TZID=${zone}:${compact(start)}\nRRULE:${text}`, temporal: Temporal })
    .all((date, index) => index < COMPARED && date.epochMilliseconds < KNOWN_UNTIL)
    .map((date) => date.epochMilliseconds);

const byTemporal = (local: string, zone: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;

describe("rules of RFC 5545", () => {
  test.each(ZONES)(
    "equal two other implementations in %s",
    (zone) => {
      for (const { start, rule: text } of EXAMPLES) {
        const rule = ruleOf(text, zone);
        const occurrences = occurrencesOf({ start, zone, length_minutes: 60, rule }, [], { limit: COMPARED });
        expect(occurrences.length, text).toBeGreaterThan(1);
        expect(
          occurrences.map(({ key }) => key),
          text,
        ).toEqual(byRrule(start, text, rule.until));
        const instants = occurrences.map(({ starts_at }) => starts_at);
        const early = instants.filter((instant) => instant < KNOWN_UNTIL);
        expect(early, text).toEqual(byRruleTemporal(start, text, zone));
        expect(instants, text).toEqual(occurrences.map(({ key }) => byTemporal(key, zone)));
      }
    },
    60_000,
  );

  test("equal another implementation for 500 random rules", () => {
    const random = randomNumbers(5545);
    for (let round = 0; round < 500; round += 1) {
      const [start, rule] = [randomStart(random), randomRule(random)];
      const text = writeRule(rule, "UTC");
      expect(plannedKeys({ start, rule }).slice(0, COMPARED), `${start} ${text}`).toEqual(
        byRrule(start, text, rule.until),
      );
    }
  }, 300_000);

  test.each(TOO_FREQUENT)("%s is rejected by name", (text) => {
    expect(readRule(text, "UTC")).toEqual({ fault: "frequency" });
  });

  test("FREQ=SECONDLY is rejected by name", () => {
    expect(readRule("FREQ=SECONDLY", "UTC")).toEqual({ fault: "frequency" });
  });

  test("survive being written and read", () => {
    for (const { rule: text } of EXAMPLES) {
      const rule = ruleOf(text, "America/New_York");
      expect(readRule(writeRule(rule, "America/New_York"), "America/New_York")).toEqual({ rule });
    }
  });
});

describe("hostile rules", () => {
  test.each([
    "",
    "FREQ=",
    "FREQ=FORTNIGHTLY",
    "COUNT=3",
    "FREQ=DAILY;FREQ=DAILY",
    "FREQ=DAILY;COUNT=1000000",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;COUNT=-1",
    "FREQ=DAILY;COUNT=2;UNTIL=20300101",
    "FREQ=DAILY;UNTIL=18991231T000000Z",
    "FREQ=DAILY;UNTIL=99991231T000000Z",
    "FREQ=DAILY;UNTIL=20260230",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;INTERVAL=99999",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=MONTHLY;BYDAY=0MO",
    "FREQ=MONTHLY;BYYEARDAY=1",
    "FREQ=MONTHLY;BYWEEKNO=1",
    "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO",
    "FREQ=MONTHLY;BYSETPOS=1",
    "FREQ=MONTHLY;BYMONTHDAY=1,1",
    "FREQ=DAILY;BYSECOND=1",
    "FREQ=DAILY;X-NAME=1",
    "FREQ=DAILY;__PROTO__=1",
    `FREQ=DAILY;BYHOUR=${"1,".repeat(100_000)}1`,
  ])("%.40s is malformed", (text) => {
    expect(readRule(text, "UTC")).toEqual({ fault: "malformed" });
  });

  test("rules without any day end soon", () => {
    const before = process.cpuUsage();
    for (const rule of [
      { freq: "daily", bymonth: [2], bymonthday: [30] },
      { freq: "monthly", bymonth: [2], bymonthday: [31] },
      { freq: "yearly", byyearday: [366], bymonth: [1] },
      { freq: "yearly", bymonth: [2], bymonthday: [30], interval: 1_000 },
    ] as const)
      expect(plannedKeys({ start: "2026-01-01T09:00", rule: planRule.parse(rule) })).toEqual([]);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  test("rules with every minute and few occurrences end soon", () => {
    const { byday, byhour, byminute } = EVERY_MINUTE;
    const before = process.cpuUsage();
    const keysOf = (rule: PlanRule) => plannedKeys({ start: "1970-01-01T00:00", rule: planRule.parse(rule) });
    expect(keysOf({ freq: "yearly", byday, byhour, byminute, bysetpos: [-1] })).toHaveLength(231);
    expect(keysOf({ freq: "monthly", byhour, byminute, byday, bysetpos: [366], until: "1970-03-01T00:00" })).toEqual([
      "1970-01-01T06:05",
      "1970-02-01T06:05",
    ]);
    expect(keysOf({ freq: "daily", bymonth: [1], bymonthday: [1], byhour, byminute, bysetpos: [7] })).toHaveLength(231);
    expect(keysOf({ freq: "monthly", byday, byhour: [9], byminute: [0], bysetpos: [32] })).toEqual([]);
    expect(keysOf({ freq: "daily", byhour, byminute })).toHaveLength(400);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  test("a budget ends an expansion, and the next ones", () => {
    const plan = { start: "2026-01-01T09:00", rule: { freq: "weekly" } } as const;
    const budget = { left: 80 };
    expect(plannedKeys(plan, { budget })).toHaveLength(10);
    expect(budget.left).toBeLessThan(0);
    expect(plannedKeys(plan, { budget })).toEqual([]);
  });

  test("an endless rule has 400 occurrences", () => {
    expect(plannedKeys({ start: "2026-01-01T09:00", rule: { freq: "daily" } })).toHaveLength(400);
  });

  test("a rule ends with the year 2200", () => {
    const keys = plannedKeys({ start: "2190-06-01T09:00", rule: { freq: "yearly" } });
    expect(keys.at(-1)).toBe("2200-06-01T09:00");
  });
});

describe("windows", () => {
  test("return the part of the series within", () => {
    for (const { start, rule: text } of EXAMPLES) {
      const plan = { start, zone: "UTC", length_minutes: 60, rule: ruleOf(text, "UTC") };
      const all = occurrencesOf(plan, []).map(({ key }) => key);
      const [from = start, to = start] = [all[1], all[7] ?? all.at(-1)];
      const within = { from: Date.parse(`${from}Z`) / 60_000, to: Date.parse(`${to}Z`) / 60_000 };
      expect(
        occurrencesOf(plan, [], within).map(({ key }) => key),
        text,
      ).toEqual(all.filter((key) => key >= from && key <= to));
    }
  });

  test("minutes later are found without the minutes before", () => {
    const rule = planRule.parse({ freq: "yearly", ...EVERY_MINUTE });
    const from = Date.UTC(2150, 11, 31, 23, 58) / 60_000;
    const before = process.cpuUsage();
    for (let round = 0; round < 100; round += 1)
      expect(plannedKeys({ start: "1970-01-01T00:00", rule }, { from, limit: 3 })).toEqual([
        "2150-12-31T23:58",
        "2150-12-31T23:59",
        "2151-01-01T00:00",
      ]);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test("years later are found without the years before", () => {
    const from = Date.UTC(2150, 0, 1) / 60_000;
    const keys = occurrencesOf(
      { start: "1970-01-01T09:00", zone: "UTC", length_minutes: 60, rule: { freq: "daily" } },
      [],
      {
        from,
        limit: 2,
      },
    );
    expect(keys.map(({ key }) => key)).toEqual(["2150-01-01T09:00", "2150-01-02T09:00"]);
  });
});
