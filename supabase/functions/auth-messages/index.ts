/**
 * Edge function `auth-messages`: sends the codes and links of Auth, by email and SMS. Auth calls it by its hooks Send Email
 * and Send SMS, each with a secret of its own.
 */
import { emailsInDayFrom } from "../_shared/email/emailsInDay.ts";
import { createProvider, originFrom, providerConfigFrom } from "../_shared/email/provider.ts";
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createSmsProvider, smsConfigFrom } from "../_shared/smsProvider.ts";
import { createAuthMessagesHandler } from "./handler.ts";
import { createLocaleLookup } from "./locale.ts";
import { createMessageLimits } from "./messageLimits.ts";
import { createReplayGuard } from "./replayGuard.ts";
import { hookSecretsFrom } from "./webhook.ts";

/** Hosted Supabase: keeps the process alive until the work is done. The embedded one keeps running anyway. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const environment = createEnvironment((name) => Deno.env.get(name));
const email = providerConfigFrom(environment);
const sms = smsConfigFrom(environment);
const emailsInDay = emailsInDayFrom(environment, "SIGN_IN_EMAILS_PER_DAY");
const timeout = (milliseconds: number) => AbortSignal.timeout(milliseconds);
const log = createLog("auth-messages");
const service = createServiceClient(projectFrom(environment));

Deno.serve(
  createAuthMessagesHandler({
    secrets: {
      email: hookSecretsFrom(environment, "SEND_EMAIL_HOOK_SECRET"),
      sms: hookSecretsFrom(environment, "SEND_SMS_HOOK_SECRET"),
    },
    replays: createReplayGuard(Date.now),
    localeOf: createLocaleLookup(service, timeout, log),
    limits: createMessageLimits(service, emailsInDay, log),
    hasDayLimit: (emailsInDay ?? 0) > 0,
    emails: email === null ? null : (signal) => createProvider(email, signal, timeout),
    sms: sms === null ? null : (signal) => createSmsProvider(sms, signal, timeout),
    origin: originFrom(environment),
    timeout,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    runInBackground: (work) => {
      if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
    },
    log,
  }),
);
