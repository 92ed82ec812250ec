/**
 * A minimal server for realtime-js: joins, leaves, heartbeats and received broadcasts of protocol 2.0.0 on a real socket. It
 * shows the behaviour of the client library. Other tests check the real server with the stack.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import * as z from "zod/mini";

const frame = z.tuple([
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.string(),
  z.string(),
  z.record(z.string(), z.unknown()),
]);
const joinPayload = z.object({ access_token: z.optional(z.string()) });

export interface PhoenixServer {
  url: string;
  /** The token of each join, in order; null for none. */
  joins: { topic: string; token: string | null }[];
  /** Rejects all joins of topics with this reason, until it is null. */
  rejectJoins(reason: string | null): void;
  broadcast(topic: string, event: string, payload: unknown): void;
  /** Closes the topic from the server, as when a token expires. */
  closeTopic(topic: string): void;
  /** Terminates every socket. */
  cut(): void;
  close(): Promise<void>;
}

export async function startPhoenix(): Promise<PhoenixServer> {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  const joins: PhoenixServer["joins"] = [];
  const members = new Map<string, { socket: WebSocket; joinRef: string | null }>();
  let refusal: string | null = null;

  server.on("connection", (socket) => {
    socket.on("message", (data: Buffer) => {
      const [joinRef, ref, topic, event, payload] = frame.parse(JSON.parse(String(data)));
      const reply = (status: string, response: object) =>
        socket.send(JSON.stringify([joinRef, ref, topic, "phx_reply", { status, response }]));
      if (event === "phx_join") {
        joins.push({ topic, token: joinPayload.parse(payload).access_token ?? null });
        if (refusal !== null) return reply("error", { reason: refusal });
        members.set(topic, { socket, joinRef });
        return reply("ok", { postgres_changes: [] });
      }
      if (event === "phx_leave") members.delete(topic);
      reply("ok", {});
    });
  });

  const to = (topic: string, event: string, payload: object) => {
    const member = members.get(`realtime:${topic}`);
    member?.socket.send(JSON.stringify([member.joinRef, null, `realtime:${topic}`, event, payload]));
  };

  return {
    url: `http://127.0.0.1:${address.port}`,
    joins,
    rejectJoins(reason) {
      refusal = reason;
    },
    broadcast: (topic, event, payload) => to(topic, "broadcast", { type: "broadcast", event, payload }),
    closeTopic: (topic) => to(topic, "phx_close", {}),
    cut() {
      for (const socket of server.clients) socket.terminate();
    },
    async close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      http.close();
      await once(http, "close");
    },
  };
}
