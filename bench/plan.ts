/** Expanding weekly meetings over a year into instants, beside the package `rrule` in the same run. */
import rruleModule from "rrule";
import type { PlanTimes } from "../supabase/functions/_shared/contracts/planning.ts";
import { occurrencesOf } from "../supabase/functions/_shared/planning/occurrences.ts";
import { compactLocal } from "../supabase/functions/_shared/planning/ruleText.ts";
import { scaled } from "./scale.ts";
import { type Figure, percentile, percentileOf } from "./table.ts";

const MEETINGS = scaled(200, 20);
const ROUNDS = scaled(9, 1);
const ZONES = ["Europe/Madrid", "America/Lima", "Asia/Tokyo", "Africa/Cairo", "America/New_York"];
const MS_PER_MINUTE = 60_000;
const [FROM, TO] = [Date.UTC(2027, 0, 1), Date.UTC(2028, 0, 1)];

const PLANS: readonly PlanTimes[] = Array.from({ length: MEETINGS }, (_none, place) => ({
  start: new Date(Date.UTC(2027, 0, 1 + (place % 7), 8 + (place % 9))).toISOString().slice(0, 16),
  zone: ZONES[place % ZONES.length] ?? "UTC",
  length_minutes: 60,
  rule: { freq: "weekly" },
}));

const window = { from: FROM / MS_PER_MINUTE, to: TO / MS_PER_MINUTE };
const expandOurs = (): number[] =>
  PLANS.flatMap((plan) => occurrencesOf(plan, [], window).map(({ starts_at }) => starts_at));

const expandByRrule = (): number[] =>
  PLANS.flatMap(({ start, zone }) =>
    rruleModule
      .rrulestr(`DTSTART;TZID=${zone}:${compactLocal(start)}\nRRULE:FREQ=WEEKLY`)
      .between(new Date(FROM), new Date(TO), true)
      .map((date) => date.getTime()),
  );

const timed = (expand: () => number[]): number => {
  const startedAt = performance.now();
  const instants = expand();
  if (instants.length < 50 * MEETINGS) throw new Error(`Only ${instants.length} occurrences`);
  return performance.now() - startedAt;
};

export async function measurePlan(): Promise<Figure[]> {
  // The first round compiles the code and reads the rules of the zones.
  const first = timed(expandOurs);
  timed(expandByRrule);
  const rounds = Array.from({ length: ROUNDS }, () => ({ ours: timed(expandOurs), rrule: timed(expandByRrule) }));
  const ratios = rounds.map((round) => round.rrule / round.ours);
  const median = (values: readonly number[]) => Math.round(percentile(values, 0.5));
  const ours = median(rounds.map((round) => round.ours));
  const rrule = median(rounds.map((round) => round.rrule));
  return [
    {
      name: `expand ${MEETINGS} weekly meetings over a year: times faster than rrule`,
      ...percentileOf(ratios, 0.5),
      bar: 10,
      sense: "least",
      unit: "",
      note: `${ours} ms, first time ${Math.round(first)} ms; rrule ${rrule} ms`,
    },
  ];
}
