/** Embedded Realtime: broadcast, presence, private topics by policies, broadcasts from the database. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type postgres from "postgres";
import { WebSocketServer } from "ws";
import * as z from "zod";
import type { JwtClaims } from "../jwtClaims.ts";
import { authorizer } from "./authorization.ts";
import type { Channel, ChannelContext } from "./channel.ts";
import { handleHttp } from "./http.ts";
import { LIMITS, type PlanName } from "./limits.ts";
import { listenToDatabase, purgeMessages } from "./listener.ts";
import { Presence } from "./presence.ts";
import { VERSIONS } from "./protocol.ts";
import { type Every, openQuota } from "./quota.ts";
import { ClientSocket } from "./socket.ts";
import { broadcastMessage, Topics, topicKey } from "./topics.ts";

export interface RealtimeOptions {
  /** Of the superuser, for a connection that only listens. */
  url: string;
  /** Pool of the superuser; it stays the caller's to end, after `close`. */
  sql: postgres.Sql;
  /** Claims of a valid access token or API key; null for anything else. */
  verify(token: string): Promise<JwtClaims | null>;
  /** Whose limits hold. */
  plan: PlanName;
  /** In place of timers, for tests. */
  every?: Every;
  log(line: string): void;
}

export interface Realtime {
  /** Takes `GET /realtime/v1/websocket?apikey=…&vsn=…`; anything else is refused. */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Takes `POST /realtime/v1/api/broadcast…`. Never rejects. */
  handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Ends every socket and stops listening. Idempotent. */
  close(): Promise<void>;
}

const PATH = "/realtime/v1/websocket";
const version = z.enum(VERSIONS).default("1.0.0");

/** Resolves once the database is listened to. Rejects when it is out of reach. */
export async function startRealtime({ url, sql, verify, plan, every, log }: RealtimeOptions): Promise<Realtime> {
  const sockets = new Set<ClientSocket>();
  const quota = openQuota(plan, log, every);
  const context: ChannelContext = {
    quota,
    topics: new Topics<Channel>(quota),
    presence: new Presence<Channel>(),
    authorize: authorizer(sql, log),
    verify,
    log,
  };
  await purgeMessages(sql, LIMITS.keepDays);
  const unlisten = await listenToDatabase({
    url,
    sql,
    log,
    deliver: ({ id, topic, event, payload, private: isPrivate }) => {
      // As hosted: what does not fit the plan is dropped, and the row stays for who asks for it.
      if (!quota.messages.hasRoomFor(1)) return;
      if (Buffer.byteLength(JSON.stringify(payload)) > quota.plan.payload) {
        return log("realtime: a message of the database is larger than the plan allows and was dropped");
      }
      const key = topicKey(topic, isPrivate);
      quota.messages.add();
      context.topics.publish(key, "broadcast", broadcastMessage(key, event, payload, id));
    },
    onGap: () => {
      log("realtime: the database was out of reach; every channel joins again");
      for (const socket of sockets) socket.failChannels();
    },
  });

  const server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frame, perMessageDeflate: false });
  const silence = setInterval(() => {
    const now = Date.now();
    for (const socket of sockets) socket.endIfSilent(now);
  }, LIMITS.silence / 2);
  silence.unref();

  const upgrade = async (req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const url = new URL(req.url ?? "/", "http://localhost");
    if (url.pathname !== PATH) return refuse(socket, "404 Not Found");
    const vsn = version.safeParse(url.searchParams.get("vsn") ?? undefined);
    if (!vsn.success) return refuse(socket, "400 Bad Request");
    const apiKey = url.searchParams.get("apikey") ?? "";
    if ((await verify(apiKey)) === null) return refuse(socket, "401 Unauthorized");
    if (closing !== undefined) return refuse(socket, "503 Service Unavailable");
    server.handleUpgrade(req, socket, head, (ws) => {
      const client = new ClientSocket(context, ws, vsn.data, apiKey);
      sockets.add(client);
      ws.on("close", () => sockets.delete(client));
    });
  };

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearInterval(silence);
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
        .catch(() => refuse(socket, "500 Internal Server Error"))
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

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
