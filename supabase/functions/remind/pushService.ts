/** Sends encrypted messages to push services (RFC 8030). */
import { isPushEndpoint } from "../_shared/contracts/push.ts";
import { type DeviceKeys, encryptPush } from "./encryptPush.ts";
import type { Authorize } from "./vapid.ts";

/**
 * `gone`: the push service does not know the device any more. `rejected`: it does not accept the message. `again`: it may accept the
 * same message later.
 */
export type PushOutcome = "sent" | "gone" | "rejected" | "again";

export interface PushResult {
  readonly outcome: PushOutcome;
  /** For the log: a status or the name of an error. */
  readonly error: string | null;
}

export interface OutgoingPush extends DeviceKeys {
  readonly endpoint: string;
  /** A later message with the same topic replaces one that still waits in the push service. */
  readonly topic: string;
  /** How long the push service keeps the message for a device that is off. */
  readonly seconds: number;
  readonly text: string;
}

export interface PushService {
  send(message: OutgoingPush): Promise<PushResult>;
}

export interface PushServiceOptions {
  readonly authorize: Authorize;
  /** Aborts the requests of the run. */
  readonly signal: AbortSignal;
  readonly timeout: (milliseconds: number) => AbortSignal;
  /** Tests allow their own server. */
  readonly isAllowed?: (endpoint: string) => boolean;
}

const SEND_TIMEOUT_MS = 10_000;

export const createPushService = (options: PushServiceOptions): PushService => ({
  send: async ({ endpoint, topic, seconds, text, ...keys }) => {
    const { authorize, signal, timeout, isAllowed = isPushEndpoint } = options;
    if (!isAllowed(endpoint)) return { outcome: "gone", error: "another host" };
    const body = await encryptPush(new TextEncoder().encode(text), keys);
    // Keys that are none never become right.
    if (body === null) return { outcome: "gone", error: "not encrypted" };
    // Outside of `try`: wrong keys of the operator stop the whole batch.
    const authorization = await authorize(new URL(endpoint).origin);
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: {
          authorization,
          ...{ "content-encoding": "aes128gcm", "content-type": "application/octet-stream" },
          ...{ ttl: String(seconds), topic, urgency: "high" },
        },
        body,
        // A redirect could lead into the operator's network.
        redirect: "manual",
        signal: AbortSignal.any([signal, timeout(SEND_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return { outcome: outcomeOf(response.status), error: response.ok ? null : `status ${response.status}` };
    } catch (error) {
      return { outcome: "again", error: error instanceof Error ? error.name : "thrown" };
    }
  },
});

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status >= 500 || status === 408 || status === 429 ? "again" : "rejected";
}
