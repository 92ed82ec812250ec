/** Usage of a project's plan, counted over all sockets as hosted counts over a project. */
import { LIMITS, PLANS, type Plan, type PlanName } from "./limits.ts";
import { Rate } from "./rate.ts";

export interface Quota {
  readonly plan: Plan;
  readonly messages: Rate;
  readonly joins: Rate;
  readonly presence: Rate;
  /** Sockets with at least one join. The plan limits their number. */
  readonly sockets: Set<object>;
  close(): void;
}

/** Calls `task` at an interval in milliseconds. Returns a function that cancels it. */
export type Every = (interval: number, task: () => void) => () => void;

const byTimer: Every = (interval, task) => {
  const timer = setInterval(task, interval);
  timer.unref();
  return () => clearInterval(timer);
};

/** Logs each time when a rate starts to exceed its limit. */
export function openQuota(name: PlanName, log: (line: string) => void, every: Every = byTimer): Quota {
  const plan = PLANS[name];
  const rate = (limit: number, what: string) =>
    new Rate(limit, () =>
      log(`realtime: more than ${limit} ${what} per second, the limit of plan "${name}" (REALTIME_PLAN)`),
    );
  const messages = rate(plan.messagesPerSecond, "messages");
  const joins = rate(plan.joinsPerSecond, "joins");
  const presence = rate(plan.presencePerSecond, "presence messages");
  const close = every(LIMITS.rateTickMs, () => {
    for (const each of [messages, joins, presence]) each.tick();
  });
  return { plan, messages, joins, presence, sockets: new Set(), close };
}
