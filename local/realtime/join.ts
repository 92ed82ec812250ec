/** What a `phx_join` asks for, or why it cannot be had. */
import { type ClientMessage, joinPayload } from "./protocol.ts";

export interface Join {
  readonly isPrivate: boolean;
  /** Every broadcast is answered. */
  readonly ack: boolean;
  /** One's own broadcasts come back. */
  readonly self: boolean;
  /** Empty: the server chooses. */
  readonly presenceKey: string;
  readonly presenceEnabled: boolean;
  readonly replicationReady: boolean;
  readonly token: string | null;
}

/** As the reply's reason: `code: message`. */
export interface JoinRefusal {
  readonly code: string;
  readonly message: string;
}

export type ReadJoin = { readonly ok: true; readonly join: Join } | ({ readonly ok: false } & JoinRefusal);

const refuse = (code: string, message: string): ReadJoin => ({ ok: false, code, message });

/** `topic` without its prefix. Absent options have the real server's defaults. */
export function readJoin(topic: string, message: ClientMessage): ReadJoin {
  if (topic === "") return refuse("TopicNameRequired", "You must provide a topic name");
  const parsed = joinPayload.safeParse(message.kind === "json" ? (message.payload ?? {}) : null);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") ?? "";
    return refuse("InvalidJoinPayload", `unable to parse ${path === "" ? "the payload" : path}`);
  }
  const { config, access_token, user_token } = parsed.data;
  if ((config?.postgres_changes ?? []).length > 0) {
    return refuse("PostgresChangesUnavailable", "The embedded Realtime carries broadcast and presence only");
  }
  if (config?.broadcast?.replay != null) {
    return refuse("UnableToReplayMessages", "The embedded Realtime does not replay messages");
  }
  return {
    ok: true,
    join: {
      isPrivate: config?.private ?? false,
      ack: config?.broadcast?.ack ?? false,
      self: config?.broadcast?.self ?? false,
      presenceKey: config?.presence?.key ?? "",
      presenceEnabled: config?.presence?.enabled ?? true,
      replicationReady: config?.broadcast?.replication_ready ?? false,
      token: access_token ?? user_token ?? null,
    },
  };
}
