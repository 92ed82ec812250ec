/**
 * Handles Auth's hooks Send Email and Send SMS. Auth waits five seconds for all attempts together, and repeats a request at
 * once if the response is 429 or 503 with `Retry-After`. It shows users the error of a response with status 200. It calls both
 * within a transaction, so each answer that takes long keeps others from its few database connections.
 */
import type { Webhook } from "standardwebhooks";
import { readJson, readText } from "../_shared/body.ts";
import { networkOfAddress } from "../_shared/callerNetwork.ts";
import {
  type AuthHookStatus,
  type CodeData,
  type SendEmailHook,
  type SendSmsHook,
  sendEmailHook,
  sendSmsHook,
} from "../_shared/contracts/authHooks.ts";
import { type ConfirmationLanguage, confirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";
import type { Provider, SendResult } from "../_shared/email/provider.ts";
import { unexpectedFailure } from "../_shared/log.ts";
import type { SmsProvider } from "../_shared/smsProvider.ts";
import { renderChangeEmails } from "./changeEmail.ts";
import { renderCodeEmails } from "./codeEmail.ts";
import type { MessageLimits } from "./messageLimits.ts";
import type { ReplayGuard } from "./replayGuard.ts";
import { renderSms } from "./smsText.ts";
import { isSigned } from "./webhook.ts";

/** Auth gives up after 5,000. The rest is for the way back. */
const SEND_TIMEOUT_MS = 4_000;
const MAX_BODY_BYTES = 100_000;
/** Before Auth may try an email again. */
const EMAIL_PAUSE_MS = 300;
/** For all attempts of an SMS together. */
const SMS_TIMEOUT_MS = 20_000;
const SMS_ATTEMPTS = 3;
/** Between attempts: providers allow a few requests in a second. */
const SMS_PAUSE_MS = 1_000;

export interface AuthMessagesDependencies {
  /** Empty if the operator has not configured the hook. */
  readonly secrets: { readonly email: readonly Webhook[]; readonly sms: readonly Webhook[] };
  readonly replays: ReplayGuard;
  /** Returns the language that a user has chosen, or null. Never rejects. */
  localeOf(userId: string, signal: AbortSignal): Promise<string | null>;
  readonly limits: MessageLimits;
  /** Whether the operator limits the codes of a day. */
  readonly hasDayLimit: boolean;
  /** Null if no provider is configured. */
  readonly emails: ((signal: AbortSignal) => Provider) | null;
  readonly sms: ((signal: AbortSignal) => SmsProvider) | null;
  /** The origin of Parley's pages. Null: emails have codes only. */
  readonly origin: string | null;
  /** Returns a signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  wait(milliseconds: number): Promise<void>;
  /** Keeps the function running until the work settles. */
  runInBackground(work: Promise<void>): void;
  /** Receives actions, codes and causes, never an address, a number, a code or a link. */
  log(entry: object): void;
}

export const createAuthMessagesHandler =
  (dependencies: AuthMessagesDependencies) =>
  async (request: Request): Promise<Response> => {
    const { secrets, replays, emails, sms, log } = dependencies;
    // `/health` checks that the function starts, and `npm run doctor` which hooks are configured.
    if (request.method === "GET") {
      const status: AuthHookStatus = {
        ok: true,
        email: secrets.email.length > 0 && emails !== null,
        sms: secrets.sms.length > 0 && sms !== null,
        dayLimit: dependencies.hasDayLimit,
      };
      return Response.json(status);
    }
    if (request.method !== "POST") return rejected(405);
    try {
      const body = await readText(request, MAX_BODY_BYTES);
      if (body === null) return rejected(413);
      const signed = {
        email: isSigned(secrets.email, request.headers, body),
        sms: isSigned(secrets.sms, request.headers, body),
      };
      if (!signed.email && !signed.sms) return rejected(401);
      const webhookId = request.headers.get("webhook-id") ?? "";
      // Auth signs each attempt with an id of its own.
      if (!replays.admit(webhookId)) {
        log({ code: "request/invalid", cause: "repeated request" });
        return rejected(401);
      }
      const json = readJson(body);
      const email = sendEmailHook.safeParse(json);
      if (signed.email && email.success) return await sendEmails(dependencies, email.data, webhookId);
      const message = sendSmsHook.safeParse(json);
      if (signed.sms && message.success) return await sendSms(dependencies, message.data);
      log({ code: "request/invalid", cause: "unknown payload" });
      return rejected(400);
    } catch (error) {
      log(unexpectedFailure(error));
      return failed();
    }
  };

async function sendEmails(
  dependencies: AuthMessagesDependencies,
  { metadata, user, email_data: data }: SendEmailHook,
  webhookId: string,
): Promise<Response> {
  const { emails, limits, origin, timeout, log } = dependencies;
  const signal = timeout(SEND_TIMEOUT_MS);
  const action = data.email_action_type;
  const language = await languageOf(dependencies, user, signal);
  const rendered = isCode(data)
    ? renderCodeEmails(user, data, language, origin)
    : renderChangeEmails(user, data, language, origin);
  // A phone-only user learns nothing of a change.
  if (rendered.length === 0 && !isCode(data)) return sent();
  if (rendered.length === 0) return await respond(dependencies, action, [FAILED("no recipient")], signal);
  if (emails === null) return await respond(dependencies, action, [FAILED("no provider is configured")], signal);
  // Notices follow a change of an account, which the database limits. The last email of a change goes to the new address.
  const mailbox = isCode(data) ? rendered.at(-1)?.to : undefined;
  if (mailbox !== undefined) {
    const admitted = await limits.admitEmail(user.id, mailbox, networkIn(metadata), signal);
    if (admitted === null) return await respond(dependencies, action, [FAILED("limits unknown")], signal);
    if (!admitted) {
      // A limit looks like an email, so that it does not show which mailboxes have an account.
      log({ action, code: "request/rate-limited" });
      return sent();
    }
  }
  const provider = emails(signal);
  // Auth gives each attempt another webhook-id, but repeats the body.
  const call = metadata?.uuid ?? webhookId;
  const results = await Promise.all(rendered.map(({ to, key, email }) => provider.send(`${call}-${key}`, to, email)));
  return await respond(dependencies, action, results, signal);
}

/**
 * Answers before the SMS is sent. So Auth's transaction is short, and a limit looks like an SMS, also by its time: accounts have
 * limits of their own, and would be told apart.
 */
async function sendSms(
  dependencies: AuthMessagesDependencies,
  { metadata, user, sms }: SendSmsHook,
): Promise<Response> {
  const { limits, timeout, log } = dependencies;
  const signal = timeout(SEND_TIMEOUT_MS);
  const phone = (sms.phone || user.phone || "").replace(/^\+/u, "");
  if (phone === "") return await respond(dependencies, "sms", [FAILED("no recipient")], signal);
  if (dependencies.sms === null)
    return await respond(dependencies, "sms", [FAILED("no provider is configured")], signal);
  const admitted = await limits.admitSms(user.id, phone, networkIn(metadata), signal);
  if (admitted === null) return await respond(dependencies, "sms", [FAILED("limits unknown")], signal);
  if (admitted) dependencies.runInBackground(deliverSms(dependencies, dependencies.sms, user, phone, sms.otp));
  else log({ action: "sms", code: "request/rate-limited" });
  return sent();
}

/** Never rejects. */
async function deliverSms(
  dependencies: AuthMessagesDependencies,
  providerWith: (signal: AbortSignal) => SmsProvider,
  user: SendSmsHook["user"],
  phone: string,
  code: string,
): Promise<void> {
  const { origin, timeout, wait, log } = dependencies;
  const signal = timeout(SMS_TIMEOUT_MS);
  try {
    const text = renderSms(code, await languageOf(dependencies, user, signal), origin);
    for (let attempt = 1; ; attempt += 1) {
      const result = await providerWith(signal).send(`+${phone}`, text);
      if (result.outcome === "sent") return;
      log({ action: "sms", code: "account/sms-not-sent", cause: result.error, outcome: result.outcome });
      if (!mayRepeat(result) || signal.aborted || attempt === SMS_ATTEMPTS) return;
      await wait(SMS_PAUSE_MS);
    }
  } catch (error) {
    log(unexpectedFailure(error));
  }
}

/** Returns the visitor's network, or null if Auth does not know it. */
const networkIn = (metadata: SendSmsHook["metadata"]): string | null =>
  metadata?.ip_address ? networkOfAddress(metadata.ip_address) : null;

const isCode = (data: SendEmailHook["email_data"]): data is CodeData => "token" in data;

/** Returns the language of the profile, else that of the request in which the user was created or signed in last. */
async function languageOf(
  { localeOf }: AuthMessagesDependencies,
  { id, user_metadata }: SendEmailHook["user"],
  signal: AbortSignal,
): Promise<ConfirmationLanguage> {
  return confirmationLanguage((await localeOf(id, signal)) ?? user_metadata?.ui_locale);
}

/** Whether a provider may accept the same message later. */
const mayRepeat = (failure: SendResult): boolean => failure.outcome === "unknown" || failure.error === "status 429";

const FAILED = (cause: string): SendResult => ({ outcome: "refused", error: cause });

async function respond(
  { wait, log }: AuthMessagesDependencies,
  action: string,
  results: readonly SendResult[],
  signal: AbortSignal,
): Promise<Response> {
  const failure = results.find(({ outcome }) => outcome !== "sent");
  if (failure === undefined) return sent();
  log({ action, code: "account/mail-not-sent", cause: failure.error, outcome: failure.outcome });
  if (!mayRepeat(failure)) return failed();
  // Auth has no time for another attempt.
  if (signal.aborted) return unavailable();
  await wait(EMAIL_PAUSE_MS);
  return unavailable({ "retry-after": "1" });
}

/** Auth accepts JSON only. */
const sent = (): Response => Response.json({});
const failed = (): Response => Response.json({ error: { http_code: 500, message: "The message was not sent." } });
const unavailable = (headers: Record<string, string> = {}): Response => Response.json({}, { status: 503, headers });
const rejected = (status: number): Response => Response.json({}, { status });
