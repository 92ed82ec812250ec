/** Parses the payload of a `phx_join`. */
import { type ClientMessage, joinPayload } from "./protocol.ts";
import { type ReplayRequest, replayRequest } from "./replay.ts";

export interface Join {
  readonly isPrivate: boolean;
  /** Every broadcast gets a reply. */
  readonly ack: boolean;
  /** The sender receives its own broadcasts. */
  readonly self: boolean;
  /** If empty, the server generates a key. */
  readonly presenceKey: string;
  readonly presenceEnabled: boolean;
  readonly replicationReady: boolean;
  readonly token: string | null;
  /** Stored broadcasts to send first. */
  readonly replay: ReplayRequest | null;
}

/** The reason in the reply: `code: message`. */
export interface JoinError {
  readonly code: string;
  readonly message: string;
}

export type JoinResult = { readonly ok: true; readonly join: Join } | ({ readonly ok: false } & JoinError);

const reject = (code: string, message: string): JoinResult => ({ ok: false, code, message });

/** `topic` has no prefix. Absent options have the real server's defaults. */
export function parseJoin(topic: string, message: ClientMessage): JoinResult {
  if (topic === "") return reject("TopicNameRequired", "You must provide a topic name");
  const parsed = joinPayload.safeParse(message.kind === "json" ? (message.payload ?? {}) : null);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") ?? "";
    return reject("InvalidJoinPayload", `unable to parse ${path === "" ? "the payload" : path}`);
  }
  const { config, access_token, user_token } = parsed.data;
  if ((config?.postgres_changes ?? []).length > 0) {
    return reject("PostgresChangesUnavailable", "The embedded Realtime supports broadcast and presence only");
  }
  const replay = config?.broadcast?.replay == null ? null : replayRequest.safeParse(config.broadcast.replay);
  if (replay !== null && config?.private !== true) {
    return reject("UnableToReplayMessages", "Replay is not allowed for public channels");
  }
  if (replay?.success === false) return reject("UnableToReplayMessages", "Replay params are not valid");
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
      replay: replay?.data ?? null,
    },
  };
}
