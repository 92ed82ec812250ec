/** An SMS provider with the API of Twilio: one POST of a form for each message. */
import { outcomeOf, SEND_TIMEOUT_MS, type SendResult } from "./email/provider.ts";
import type { Environment } from "./env.ts";
import { createEnvReader } from "./envReader.ts";

export interface SmsConfig {
  /** `https://api.twilio.com/2010-04-01/Accounts/AC…/Messages.json` */
  readonly url: string;
  /** User and password of the API, with a colon between. */
  readonly key: string;
  /** A number in E.164, a name, or a messaging service `MG…`. */
  readonly from: string;
}

/** Returns null if the operator has configured no provider. Throws if only a part is configured. */
export function smsConfigFrom(env: Environment): SmsConfig | null {
  const reader = createEnvReader(env);
  const url = reader.url("SMS_URL");
  if (url === undefined) return null;
  const key = reader.required("SMS_KEY");
  if (!key.includes(":")) throw new Error("SMS_KEY is not a user and a password with a colon between.");
  return { url, key, from: reader.required("SMS_FROM") };
}

export interface SmsProvider {
  /** `phone` is in E.164 with the plus sign. */
  send(phone: string, text: string): Promise<SendResult>;
}

/** `signal` aborts the requests of the run. */
export const createSmsProvider = (
  { url, key, from }: SmsConfig,
  signal: AbortSignal,
  timeout: (milliseconds: number) => AbortSignal,
): SmsProvider => ({
  send: async (phone, text) => {
    const sender = from.startsWith("MG") ? "MessagingServiceSid" : "From";
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(key)}` },
        body: new URLSearchParams({ To: phone, [sender]: from, Body: text }),
        redirect: "manual",
        signal: AbortSignal.any([signal, timeout(SEND_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return { outcome: outcomeOf(response.status), error: response.ok ? null : `status ${response.status}` };
    } catch (error) {
      return { outcome: "unknown", error: error instanceof Error ? error.name : "thrown" };
    }
  },
});
