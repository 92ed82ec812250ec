/** A scripted project, email provider and SMS provider for the function `auth-messages`. */
import { Webhook } from "standardwebhooks";
import type { CodeData } from "../_shared/contracts/authHooks.ts";
import { createProvider } from "../_shared/email/provider.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createSmsProvider } from "../_shared/smsProvider.ts";
import { createAuthMessagesHandler } from "../auth-messages/handler.ts";
import { createLocaleLookup } from "../auth-messages/locale.ts";
import { createMessageLimits } from "../auth-messages/messageLimits.ts";
import { createReplayGuard } from "../auth-messages/replayGuard.ts";
import { hookSecretsFrom } from "../auth-messages/webhook.ts";
import { type ReceivedRequest, withServer } from "./fakeServer.ts";
import { projectAt, way } from "./job_setup.ts";

export const EMAIL_SECRET = `v1,whsec_${btoa("the secret of the hook for emails")}`;
export const SMS_SECRET = `v1,whsec_${btoa("the secret of the hook for messages")}`;
export const ORIGIN = "https://parley.example";

export const CODE = "83920174";
export const NEW_CODE = "55550000";
export const HASH = "a".repeat(56);
export const CURRENT_HASH = `pkce_${"c".repeat(56)}`;
export const USER_ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c09";
export const CALL_ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c0a";

/** A payload as supabase/auth builds it, with fields that Parley does not read. */
export const emailHook = (data: Partial<CodeData> & object, user: object = {}, metadata: object | null = {}) => ({
  ...(metadata !== null && {
    metadata: {
      uuid: CALL_ID,
      time: "2026-12-01T10:00:00Z",
      name: "send-email",
      ip_address: "203.0.113.7",
      ...metadata,
    },
  }),
  user: {
    ...{ id: USER_ID, aud: "authenticated", role: "", email: "ana@parley.example", phone: "", is_anonymous: false },
    ...{ app_metadata: { provider: "email" }, user_metadata: {}, identities: [], created_at: "2026-12-01T10:00:00Z" },
    ...user,
  },
  email_data: {
    ...{ token: CODE, token_hash: HASH, redirect_to: `${ORIGIN}/m/k3f9-2mxa-7qpd`, email_action_type: "magiclink" },
    ...{ site_url: "https://reference.supabase.co/auth/v1", token_new: "", token_hash_new: "" },
    ...{ old_email: "", old_phone: "", provider: "", factor_type: "" },
    ...data,
  },
});

export const smsHook = (sms: object = {}, user: object = {}) => ({
  metadata: { uuid: CALL_ID, time: "2026-12-01T10:00:00Z", name: "send-sms", ip_address: "203.0.113.7" },
  user: { id: USER_ID, email: "", phone: "34600111222", user_metadata: {}, ...user },
  sms: { otp: CODE, phone: "34600111222", ...sms },
});

export interface Signing {
  readonly secret?: string;
  readonly id?: string;
  /** Seconds. */
  readonly age?: number;
}

/** Returns a request that is signed as Auth signs it. */
export function signed(
  payload: unknown,
  { secret = EMAIL_SECRET, id = crypto.randomUUID(), age = 0 }: Signing = {},
): Request {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const at = new Date(Date.now() - age * 1_000);
  const signature = new Webhook(secret.replace(/^v1,/u, "")).sign(id, at, body);
  return new Request("http://functions/auth-messages", {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "webhook-id": id },
      ...{ "webhook-timestamp": `${Math.floor(at.getTime() / 1_000)}`, "webhook-signature": signature },
    },
    body,
  });
}

export interface Script {
  /** The language of the profile. */
  locale?: string | null | Response;
  /** Whether the number or the mailbox may get another message. */
  admitted?: boolean | Response;
  /** The operator's number of codes in a day. */
  emailsInDay?: number | null;
  /** Responds to a post at the email provider. */
  emails?: ((request: ReceivedRequest) => Response | Promise<Response>) | null;
  sms?: ((request: ReceivedRequest) => Response | Promise<Response>) | null;
  /** Runs after each response of the function. */
  answered?: () => void;
  origin?: string | null;
  /** Runs when the function has logged a failure. */
  logged?: () => void;
  /** Replaces all time limits. */
  deadline?: AbortSignal;
}

export interface Post {
  readonly key: string | null;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const accepts = () => Response.json({ id: "x" });

/** Sends the requests one after the other. Returns the responses and everything that left the function. */
export async function run(requests: readonly Request[], script: Script = {}) {
  const { locale = null, emails = accepts, sms = accepts, origin = ORIGIN, deadline, logged } = script;
  const { admitted = true, emailsInDay = null } = script;
  const asked: unknown[] = [];
  const posts: Post[] = [];
  const messages: Record<string, string>[] = [];
  const log: string[] = [];
  const waits: number[] = [];
  const background: Promise<void>[] = [];
  const responses: { status: number; body: unknown; retryAfter: string | null }[] = [];
  await withServer(
    (request) => {
      switch (way(request)) {
        case "POST /rest/v1/rpc/message_locale":
          return locale instanceof Response ? locale : Response.json(locale);
        case "POST /rest/v1/rpc/admit_email":
        case "POST /rest/v1/rpc/admit_sms":
          asked.push(JSON.parse(request.body));
          return admitted instanceof Response ? admitted : Response.json(admitted);
        case "POST /sms":
          messages.push({
            ...Object.fromEntries(new URLSearchParams(request.body)),
            authorization: request.headers.get("authorization") ?? "",
          });
          return sms?.(request) ?? new Response("", { status: 500 });
        default: {
          const { to, subject, html, text } = JSON.parse(request.body);
          posts.push({ key: request.headers.get("idempotency-key"), to: to.join(), subject, html, text });
          return emails?.(request) ?? new Response("", { status: 500 });
        }
      }
    },
    async ({ url }) => {
      const limit = () => deadline ?? AbortSignal.timeout(10_000);
      const write = (entry: object) => {
        log.push(JSON.stringify(entry));
        logged?.();
      };
      const secret = (name: string, value: string) =>
        hookSecretsFrom((asked) => (asked === name ? value : undefined), name);
      const handler = createAuthMessagesHandler({
        secrets: { email: secret("EMAIL", EMAIL_SECRET), sms: secret("SMS", SMS_SECRET) },
        replays: createReplayGuard(Date.now),
        localeOf: createLocaleLookup(createServiceClient(projectAt(url)), limit, write),
        limits: createMessageLimits(createServiceClient(projectAt(url)), emailsInDay, write),
        hasDayLimit: emailsInDay !== null,
        emails:
          emails === null
            ? null
            : (signal) =>
                createProvider({ url: `${url}/emails`, key: "k", from: "Parley <p@parley.example>" }, signal, limit),
        sms:
          sms === null
            ? null
            : (signal) => createSmsProvider({ url: `${url}/sms`, key: "AC1:token", from: "+15550100" }, signal, limit),
        origin,
        timeout: limit,
        wait: (milliseconds) => {
          waits.push(milliseconds);
          return Promise.resolve();
        },
        runInBackground: (work) => void background.push(work),
        log: write,
      });
      for (const request of requests) {
        const response = await handler(request);
        script.answered?.();
        responses.push({
          status: response.status,
          body: await response.json(),
          retryAfter: response.headers.get("retry-after"),
        });
      }
      await Promise.all(background);
    },
  );
  return { responses, posts, messages, log, waits, asked };
}

/** Returns the link of an email. */
export function linkOf({ html }: Post): URL {
  const [, href = ""] = /href="([^"]*)"/u.exec(html) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}
