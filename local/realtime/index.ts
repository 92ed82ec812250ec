/** Embedded Realtime: broadcast, presence, private topics with policies, broadcasts from the database. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type postgres from "postgres";
import { WebSocketServer } from "ws";
import * as z from "zod";
import type { JwtClaims } from "../jwtClaims.ts";
import { createAuthorizer } from "./authorization.ts";
import type { Channel, ChannelContext } from "./channel.ts";
import { handleHttp } from "./http.ts";
import { LIMITS, type PlanName } from "./limits.ts";
import { listenToDatabase, purgeMessages } from "./listener.ts";
import { Presence } from "./presence.ts";
import { VERSIONS } from "./protocol.ts";
import { type Every, openQuota } from "./quota.ts";
import { createReplay } from "./replay.ts";
import { ClientSocket } from "./socket.ts";
import { broadcastMessage, Topics, topicKey } from "./topics.ts";

export interface RealtimeOptions {
  /** URL of the superuser, for a connection that only listens. */
  url: string;
  /** Pool of the superuser. The caller ends it after `close`. */
  sql: postgres.Sql;
  /** Returns the claims of a valid access token or API key, else null. */
  verify(token: string): Promise<JwtClaims | null>;
  /** The plan whose limits apply. */
  plan: PlanName;
  /** Replaces timers in tests. */
  every?: Every;
  log(line: string): void;
}

export interface Realtime {
  /** Handles `GET /realtime/v1/websocket?apikey=…&vsn=…`. Rejects other upgrades. */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Handles `POST /realtime/v1/api/broadcast…`. The promise never rejects. */
  handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Closes all sockets and stops listening. Idempotent. */
  close(): Promise<void>;
}

const PATH = "/realtime/v1/websocket";
const version = z.enum(VERSIONS).default("1.0.0");

/** Resolves once it listens to the database. Rejects when the database is unreachable. */
export async function startRealtime({ url, sql, verify, plan, every, log }: RealtimeOptions): Promise<Realtime> {
  const sockets = new Set<ClientSocket>();
  const quota = openQuota(plan, log, every);
  const context: ChannelContext = {
    quota,
    topics: new Topics<Channel>(quota),
    presence: new Presence<Channel>(),
    authorize: createAuthorizer(sql, log),
    replay: createReplay(sql, log),
    verify,
    log,
  };
  await purgeMessages(sql, LIMITS.retentionDays);
  const unlisten = await listenToDatabase({
    url,
    sql,
    log,
    deliver: ({ id, topic, event, payload, private: isPrivate }) => {
      // As hosted, a message above the plan's limits is dropped. Its row stays readable.
      if (!quota.messages.hasRoomFor(1)) return;
      if (Buffer.byteLength(JSON.stringify(payload)) > quota.plan.maxPayloadBytes) {
        return log("realtime: dropped a database message that is larger than the plan allows");
      }
      const key = topicKey(topic, isPrivate);
      quota.messages.add();
      context.topics.publish(key, "broadcast", broadcastMessage(key, event, payload, { id }), { id });
    },
    onGap: () => {
      log("realtime: the database connection was lost; every channel rejoins");
      for (const socket of sockets) socket.failChannels();
    },
  });

  const server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.maxFrameBytes, perMessageDeflate: false });
  const idleCheck = setInterval(() => {
    const now = Date.now();
    for (const socket of sockets) socket.closeIfIdle(now);
  }, LIMITS.idleTimeoutMs / 2);
  idleCheck.unref();

  const upgrade = async (req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const url = new URL(req.url ?? "/", "http://localhost");
    if (url.pathname !== PATH) return rejectUpgrade(socket, "404 Not Found");
    const vsn = version.safeParse(url.searchParams.get("vsn") ?? undefined);
    if (!vsn.success) return rejectUpgrade(socket, "400 Bad Request");
    const apiKey = url.searchParams.get("apikey") ?? "";
    if ((await verify(apiKey)) === null) return rejectUpgrade(socket, "401 Unauthorized");
    if (closing !== undefined) return rejectUpgrade(socket, "503 Service Unavailable");
    server.handleUpgrade(req, socket, head, (ws) => {
      const client = new ClientSocket(context, ws, vsn.data, apiKey);
      sockets.add(client);
      ws.on("close", () => sockets.delete(client));
    });
  };

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearInterval(idleCheck);
    quota.close();
    for (const ws of server.clients) ws.terminate();
    server.close();
    await unlisten();
  };

  return {
    handleUpgrade(req, socket, head) {
      const ignore = () => {};
      socket.on("error", ignore);
      upgrade(req, socket, head)
        .catch(() => rejectUpgrade(socket, "500 Internal Server Error"))
        .finally(() => socket.off("error", ignore));
    },
    async handleRequest(req, res) {
      try {
        await handleHttp(context, req, res);
      } catch (error) {
        log(`realtime: a request failed: ${error instanceof Error ? error.name : "unknown"}`);
        if (!res.headersSent) res.writeHead(500);
        res.end();
      }
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
