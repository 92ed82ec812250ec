/** The schedule of `npm run dev`: triggers the Worker's `scheduled` handler, as Cloudflare's cron triggers do. */
import { JOBS } from "../../supabase/functions/_shared/contracts/jobs.ts";

/** Wrangler's address of the handler. */
const HANDLER = "/cdn-cgi/handler/scheduled";

interface ScheduleOptions {
  readonly appUrl: string;
  log(line: string): void;
}

/** Triggers each cron at once and then at its interval. Does not keep the process alive. */
export function startSchedule({ appUrl, log }: ScheduleOptions): void {
  const intervals = new Map(JOBS.map(({ cron, intervalMs }) => [cron, intervalMs]));
  for (const [cron, intervalMs] of intervals) {
    const trigger = async () => {
      const response = await fetch(`${appUrl}${HANDLER}?${new URLSearchParams({ cron })}`).catch(() => null);
      await response?.body?.cancel();
      // Without a response the Worker is being replaced; the next trigger follows.
      if (response !== null && !response.ok) log(`The scheduled jobs failed with status ${response.status}.`);
    };
    void trigger();
    setInterval(() => void trigger(), intervalMs).unref();
  }
}
