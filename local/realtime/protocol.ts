/** The decoded Phoenix messages between `@supabase/realtime-js` and this server. */
import * as z from "zod";

/** The two protocol versions: objects (1.0.0), or arrays and binary broadcasts (2.0.0). */
export const VERSIONS = ["1.0.0", "2.0.0"] as const;
export type Version = (typeof VERSIONS)[number];

/** A broadcast whose payload the server forwards without decoding it. */
export interface UserBroadcast {
  readonly event: string;
  readonly encoding: "json" | "binary";
  readonly bytes: Buffer;
}

interface Envelope {
  /** Ref of the message's join. */
  readonly joinRef: string | null;
  /** Echoed by the reply. */
  readonly ref: string | null;
  /** As on the wire: `realtime:` and the topic's name, or `phoenix`. */
  readonly topic: string;
}

export type ClientMessage = Envelope & { readonly event: string } & (
    | { readonly kind: "json"; readonly payload: unknown }
    | { readonly kind: "user-broadcast"; readonly broadcast: UserBroadcast }
  );

export type Payload = Readonly<Record<string, unknown>>;

export type ServerMessage =
  | (Envelope & { readonly type: "reply"; readonly status: "ok" | "error"; readonly response: Payload })
  | (Envelope & { readonly type: "push"; readonly event: string; readonly payload: Payload })
  | { readonly type: "user-broadcast"; readonly topic: string; readonly broadcast: UserBroadcast };

export const TOPIC_PREFIX = "realtime:";

const flag = z.boolean().nullish();

/** Payload of `phx_join`. */
export const joinPayload = z.object({
  config: z
    .object({
      broadcast: z.object({ ack: flag, self: flag, replication_ready: flag, replay: z.unknown() }).partial().nullish(),
      presence: z.object({ key: z.string().nullish(), enabled: flag }).nullish(),
      postgres_changes: z.array(z.unknown()).nullish(),
      private: flag,
    })
    .nullish(),
  access_token: z.string().nullish(),
  user_token: z.string().nullish(),
});

/** Payload of `access_token`. */
export const accessTokenPayload = z.object({ access_token: z.string().nullable() });

/** Payload of a broadcast in a text frame. It is forwarded unchanged. */
export const broadcastPayload = z.looseObject({ event: z.string() });

/** The name of a presence event in any case. */
const presenceEvent = <T extends string>(name: T) =>
  z.preprocess((value) => (typeof value === "string" ? value.toLowerCase() : value), z.literal(name));

/** Payload of `presence`. The tracked payload is an object. */
export const presencePayload = z.union([
  z.object({ event: presenceEvent("track"), payload: z.record(z.string(), z.unknown()).default({}) }),
  z.object({ event: presenceEvent("untrack") }),
]);
