/**
 * Edge function `send-emails`: sends the emails of the outbox. The Worker's schedule calls it with `JOBS_SECRET`. Its own
 * requests use the function's secret key.
 */

import { emailsInDayFrom } from "../_shared/email/emailsInDay.ts";
import { addressIn, createProvider, originFrom, providerConfigFrom } from "../_shared/email/provider.ts";
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { jobsSecretFrom } from "../_shared/envReader.ts";
import { createJobRuns } from "../_shared/jobRuns.ts";
import { createLog } from "../_shared/log.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createSmsProvider, smsConfigFrom } from "../_shared/smsProvider.ts";
import { createSendEmailsHandler } from "./handler.ts";
import { createOutbox } from "./outbox.ts";

const environment = createEnvironment((name) => Deno.env.get(name));
const service = createServiceClient(projectFrom(environment));
const config = providerConfigFrom(environment);
const smsConfig = smsConfigFrom(environment);
const origin = originFrom(environment);
const emailsInDay = emailsInDayFrom(environment, "CONFIRMATION_EMAILS_PER_DAY");
const planEmailsInDay = emailsInDayFrom(environment, "PLAN_EMAILS_PER_DAY");
const timeout = (milliseconds: number) => AbortSignal.timeout(milliseconds);

Deno.serve(
  createSendEmailsHandler({
    secret: jobsSecretFrom(environment),
    runs: (signal) => createJobRuns(service, signal),
    outbox: (signal) => createOutbox(service, signal),
    origin,
    from: config === null ? null : addressIn(config.from),
    emailsInDay,
    planEmailsInDay,
    sms: smsConfig === null ? null : (signal) => createSmsProvider(smsConfig, signal, timeout),
    provider: config === null ? null : (signal) => createProvider(config, signal, timeout),
    now: Date.now,
    timeout,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    log: createLog("send-emails"),
  }),
);
