/** What a project's plan leaves: counted over all sockets, as hosted counts over a project. */
import { LIMITS, PLANS, type Plan, type PlanName } from "./limits.ts";
import { Rate } from "./rate.ts";

export interface Quota {
  readonly plan: Plan;
  readonly messages: Rate;
  readonly joins: Rate;
  readonly presence: Rate;
  /** Those who have joined something; the plan bounds their number. */
  readonly sockets: Set<object>;
  close(): void;
}

/** Calls back every so many milliseconds until cancelled. */
export type Every = (interval: number, task: () => void) => () => void;

const byTimer: Every = (interval, task) => {
  const timer = setInterval(task, interval);
  timer.unref();
  return () => clearInterval(timer);
};

/** Says on `log`, once each time, when a rate is exceeded. */
export function openQuota(name: PlanName, log: (line: string) => void, every: Every = byTimer): Quota {
  const plan = PLANS[name];
  const rate = (limit: number, what: string) =>
    new Rate(limit, () =>
      log(`realtime: more than ${limit} ${what} per second, which is what the plan "${name}" allows (REALTIME_PLAN)`),
    );
  const messages = rate(plan.messagesPerSecond, "messages");
  const joins = rate(plan.joinsPerSecond, "joins");
  const presence = rate(plan.presencePerSecond, "presence messages");
  const close = every(LIMITS.rateTick, () => {
    for (const each of [messages, joins, presence]) each.judge();
  });
  return { plan, messages, joins, presence, sockets: new Set(), close };
}
