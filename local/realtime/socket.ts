/** The WebSocket of one client: its frames and its joined channels. */
import type { WebSocket } from "ws";
import { Channel, type ChannelContext, type ChannelSocket } from "./channel.ts";
import { LIMITS } from "./limits.ts";
import { type ClientMessage, type Payload, type ServerMessage, TOPIC_PREFIX, type Version } from "./protocol.ts";
import { decode, encode, type Frame } from "./serializer.ts";

/** As in the real server, the socket of a client that joins too often is closed. The client reconnects with backoff. */
const CLOSE_TRY_AGAIN_LATER = 1013;

export class ClientSocket implements ChannelSocket {
  readonly version: Version;
  readonly apiKey: string;
  readonly #context: ChannelContext;
  readonly #ws: WebSocket;
  readonly #channels = new Map<string, Channel>();
  #lastMessageAt = Date.now();

  constructor(context: ChannelContext, ws: WebSocket, version: Version, apiKey: string) {
    this.#context = context;
    this.#ws = ws;
    this.version = version;
    this.apiKey = apiKey;
    ws.on("message", (data: Buffer, isBinary) => this.#receive(data, isBinary));
    ws.on("close", () => {
      for (const channel of [...this.#channels.values()]) channel.end();
      context.quota.sockets.delete(this);
    });
    // A `close` event follows.
    ws.on("error", () => {});
  }

  deliver(frame: Frame): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(frame);
  }

  onJoined(): void {
    this.#context.quota.sockets.add(this);
  }

  send(message: ServerMessage): void {
    const frame = encode(this.version, message);
    if (frame !== null) this.deliver(frame);
  }

  onEnded(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  /** Ends every channel with an error, so that its client rejoins. */
  failChannels(): void {
    for (const channel of [...this.#channels.values()]) channel.fail();
  }

  closeIfIdle(now: number): void {
    if (now - this.#lastMessageAt > LIMITS.idleTimeoutMs) this.#ws.terminate();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#lastMessageAt = Date.now();
    const decoded = decode(this.version, data, isBinary);
    if (!decoded.ok) {
      const { joinRef, ref, topic, reason } = decoded;
      const response = { reason: `MalformedWebSocketMessage: ${reason}` };
      this.send({ type: "reply", joinRef, ref, topic, status: "error", response });
      return;
    }
    this.#route(decoded.message);
  }

  #route(message: ClientMessage): void {
    const { topic, event, joinRef } = message;
    const channel = this.#channels.get(topic);
    // A late message of an earlier join must not reach the join that replaced it.
    const isCurrent = joinRef === null || joinRef === channel?.joinRef;
    if (topic === "phoenix" && event === "heartbeat") this.#reply(message, "ok", {});
    else if (topic.startsWith(TOPIC_PREFIX) && event === "phx_join") this.#join(message, channel);
    else if (channel !== undefined && isCurrent) channel.receive(message);
    else if (event === "phx_leave") this.#reply(message, "ok", {});
    else this.#reply(message, "error", { reason: "unmatched topic" });
  }

  #join(message: ClientMessage, previous: Channel | undefined): void {
    previous?.close();
    const { plan, sockets, joins } = this.#context.quota;
    const reject = (reason: string) => this.#reply(message, "error", { reason });
    if (!sockets.has(this) && sockets.size >= plan.connections) {
      reject("ConnectionRateLimitReached: Too many connected users");
      return;
    }
    if (joins.exceeded) {
      reject("ClientJoinRateLimitReached: Too many joins per second");
      this.#ws.close(CLOSE_TRY_AGAIN_LATER);
      return;
    }
    joins.add();
    if (this.#channels.size >= plan.channelsPerSocket) {
      reject("ChannelRateLimitReached: Too many channels");
      return;
    }
    const channel = new Channel(this.#context, this, message);
    this.#channels.set(message.topic, channel);
    channel.start(message);
  }

  #reply({ joinRef, ref, topic }: ClientMessage, status: "ok" | "error", response: Payload): void {
    this.send({ type: "reply", joinRef, ref, topic, status, response });
  }
}
