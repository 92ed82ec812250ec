/** Random plans and texts from a seed, so that a failure can be repeated. */
import { type PlanOverride, type PlanRule, type PlanTimes, planRule, WEEKDAYS } from "#contracts/planning.ts";
import type { CalendarMeeting } from "../../supabase/functions/_shared/planning/ics/write.ts";
import { formatLocal, parseLocal } from "../../supabase/functions/_shared/planning/localTime.ts";
import { occurrencesOf, plannedKeys } from "../../supabase/functions/_shared/planning/occurrences.ts";

const ZONES = [
  "Europe/Madrid",
  "America/Lima",
  "Asia/Tokyo",
  "Africa/Cairo",
  "Africa/Casablanca",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
];

const TEXTS = [
  "Weekly planning",
  "Réunion; budget, suite \\ fin",
  "اجتماع أسبوعي لمراجعة الخطة والميزانية والخطوات القادمة مع الفريق",
  "毎週の計画会議：予算と次のステップについて話し合います。全員の参加をお願いします。",
  "👩‍👩‍👧‍👦 family 👍🏽 call".repeat(4),
  "line one\nline two\n\n  three",
  'quotes "and" carets ^n ^^ and colons: a;b,c',
  "x".repeat(300),
  "\\n is no line break, \\\\n neither",
];

/** Returns whole numbers below a bound (Mulberry32). */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;

function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error("There is nothing to pick.");
  return item;
}

const some = <T>(random: Random, list: readonly T[]): T[] => {
  const chosen = list.filter(() => random(3) === 0);
  return chosen.length > 0 ? chosen : [pick(random, list)];
};

export function randomRule(random: Random): PlanRule {
  const freq = pick(random, ["daily", "weekly", "monthly", "yearly"] as const);
  // The parser knows the rules of zones until 2035.
  const isYearly = freq === "yearly";
  const rule: PlanRule = {
    freq,
    interval: 1 + random(isYearly ? 2 : 4),
    wkst: pick(random, ["MO", "SU", "SA"] as const),
  };
  if (random(2) === 0) rule.count = 2 + random(isYearly ? 3 : 25);
  else
    rule.until = formatLocal(
      Date.UTC(freq === "daily" ? 2027 : 2027 + random(3), random(12), 1 + random(28), random(24)) / 60_000,
    );
  const days = some(random, WEEKDAYS);
  if (freq === "weekly" || (freq === "daily" && random(3) === 0)) rule.byday = days.map((day) => ({ day }));
  if (freq === "monthly" && random(2) === 0)
    rule.byday =
      random(2) === 0 ? days.map((day) => ({ day })) : [{ day: pick(random, WEEKDAYS), nth: pick(random, [1, 2, -1]) }];
  if (freq === "monthly" && rule.byday === undefined && random(2) === 0)
    rule.bymonthday = some(random, [1, 5, 15, 31, -1, -3]);
  const isPlain = rule.byday?.every(({ nth }) => nth === undefined) ?? false;
  if (freq === "monthly" && isPlain && random(2) === 0) rule.bysetpos = [pick(random, [1, -1])];
  if (freq === "yearly" && random(2) === 0) rule.bymonth = some(random, [1, 3, 6, 10]);
  if (freq === "yearly" && random(3) === 0)
    rule.byday = [{ day: pick(random, WEEKDAYS), nth: pick(random, [1, 3, -1]) }];
  return planRule.parse(rule);
}

export const randomStart = (random: Random): string =>
  formatLocal(Date.UTC(2026, random(12), 1 + random(28), random(24), 15 * random(4)) / 60_000);

function randomOverrides(random: Random, plan: PlanTimes): PlanOverride[] {
  return plannedKeys(plan).flatMap((key): PlanOverride[] => {
    if (random(8) === 0) return [{ key, kind: "cancelled", by: "person" }];
    if (random(8) > 0) return [];
    const start = formatLocal(parseLocal(key) + (random(96) - 48) * 15);
    return [{ key, kind: "moved", by: "person", start, length_minutes: 5 + random(200) }];
  });
}

/** Returns a meeting whose rule has at least one occurrence; the first is its start. */
export function randomMeeting(random: Random, place: number): CalendarMeeting {
  const zone = pick(random, ZONES);
  const rule = random(5) === 0 ? null : randomRule(random);
  const given = { start: randomStart(random), zone, length_minutes: 5 + random(1_436), rule };
  const [start] = plannedKeys(given);
  if (start === undefined) return randomMeeting(random, place);
  const plan = { ...given, start };
  const overrides = plan.rule === null ? [] : randomOverrides(random, plan);
  // The parser takes other instants than the RFC for hours that a change of clocks repeats or skips.
  if (occurrencesOf(plan, overrides).some(({ shift }) => shift !== null)) return randomMeeting(random, place);
  return {
    uid: `${place}-${random(1_000_000)}@parley.example`,
    sequence: random(9),
    title: pick(random, TEXTS).replaceAll("\n", " "),
    description: pick(random, TEXTS),
    url: `https://parley.example/m/${place}`,
    organizer: { name: pick(random, TEXTS), email: "organizer@parley.example" },
    attendees: [
      // The parser reads a backslash in a name as an escape, against the RFC.
      { name: pick(random, TEXTS).replaceAll("\\", ""), email: "lima@parley.example", answer: "none" },
      { name: "健太", email: "tokyo@parley.example", answer: "yes" },
    ],
    plan,
    overrides,
  };
}
