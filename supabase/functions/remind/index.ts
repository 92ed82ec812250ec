/**
 * Edge function `remind`: adds reminders of planned meetings to the outbox, sends those by Web Push, and extends endless series. The
 * Worker's schedule calls it with `JOBS_SECRET`. Its own requests use the function's secret key.
 */
import { emailsInDayFrom } from "../_shared/email/emailsInDay.ts";
import { originFrom, providerConfigFrom } from "../_shared/email/provider.ts";
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { jobsSecretFrom } from "../_shared/envReader.ts";
import { createJobRuns } from "../_shared/jobRuns.ts";
import { createLog } from "../_shared/log.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createRemindHandler } from "./handler.ts";
import { createPushService } from "./pushService.ts";
import { createPushStore } from "./pushStore.ts";
import { createReminderStore } from "./reminderStore.ts";
import { createAuthorize, vapidConfigFrom } from "./vapid.ts";

const environment = createEnvironment((name) => Deno.env.get(name));
const service = createServiceClient(projectFrom(environment));
const vapid = vapidConfigFrom(environment, originFrom(environment));
const timeout = (milliseconds: number) => AbortSignal.timeout(milliseconds);

Deno.serve(
  createRemindHandler({
    secret: jobsSecretFrom(environment),
    runs: (signal) => createJobRuns(service, signal),
    store: (signal) => createReminderStore(service, signal),
    push:
      vapid === null
        ? null
        : (signal) => ({
            store: createPushStore(service, signal),
            service: createPushService({ authorize: createAuthorize(vapid, Date.now), signal, timeout }),
          }),
    sendsEmails: providerConfigFrom(environment) !== null && originFrom(environment) !== null,
    emailsInDay: emailsInDayFrom(environment, "PLAN_EMAILS_PER_DAY"),
    now: Date.now,
    timeout,
    log: createLog("remind"),
  }),
);
