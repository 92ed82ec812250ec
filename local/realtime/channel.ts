/** One join of one socket to one topic: from `phx_join` to its end. */
import { Access } from "./access.ts";
import type { Authorize } from "./authorization.ts";
import { type Join, type JoinError, parseJoin } from "./join.ts";
import type { Presence } from "./presence.ts";
import { type PresenceChannel, PresenceClient } from "./presenceClient.ts";
import {
  accessTokenPayload,
  broadcastPayload,
  type ClientMessage,
  type Payload,
  type ServerMessage,
  TOPIC_PREFIX,
  type Version,
} from "./protocol.ts";
import type { Quota } from "./quota.ts";
import type { Replay, ReplayRequest } from "./replay.ts";
import {
  type BroadcastMessage,
  errorReply,
  NO_REPLY,
  OK_REPLY,
  payloadBytes,
  pushMessage,
  type Reply,
  replyAfterEnd,
} from "./reply.ts";
import type { Frame } from "./serializer.ts";
import { SerialQueue } from "./serialQueue.ts";
import { TokenExpiryTimer } from "./tokenExpiry.ts";
import { expiredMessage, isApiKey, type Verify } from "./tokens.ts";
import { type Extension, type TopicKey, type Topics, topicKey } from "./topics.ts";

/** The dependencies that all channels share. */
export interface ChannelContext {
  readonly topics: Topics<Channel>;
  readonly presence: Presence<Channel>;
  readonly authorize: Authorize;
  readonly replay: Replay;
  readonly quota: Quota;
  readonly verify: Verify;
  log(line: string): void;
}

/** The part of a socket that its channels use. */
export interface ChannelSocket {
  readonly version: Version;
  /** Used when a join has no user token. */
  readonly apiKey: string;
  send(message: ServerMessage): void;
  deliver(frame: Frame): void;
  /** Called after each join. From the first one on, the socket counts as a connection. */
  onJoined(): void;
  /** Called when the channel has ended. */
  onEnded(channel: Channel): void;
}

interface JoinedState extends Pick<Join, "isPrivate" | "ack" | "self"> {
  readonly key: TopicKey;
  readonly presence: PresenceClient;
  access: Access;
}

export class Channel implements PresenceChannel {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly #context: ChannelContext;
  readonly #socket: ChannelSocket;
  /** Messages wait for an earlier join or token renewal, so that none is handled with old permissions. */
  readonly #queue: SerialQueue;
  #joined: JoinedState | null = null;
  #ended = false;
  /** Live messages that wait until the stored ones are sent. Null at any other time. */
  #held: { readonly frame: Frame; readonly id: string | undefined }[] | null = null;
  readonly #expiry = new TokenExpiryTimer((exp) => this.shutDown(expiredMessage(exp)));

  constructor(context: ChannelContext, socket: ChannelSocket, join: ClientMessage) {
    this.#context = context;
    this.#socket = socket;
    this.topic = join.topic;
    this.joinRef = join.joinRef ?? join.ref;
    this.#queue = new SerialQueue((error) => {
      context.log(`realtime: a channel failed: ${error instanceof Error ? error.name : "unknown"}`);
      this.fail();
    });
  }

  /** Starts the join. All other messages wait for it. */
  start(join: ClientMessage): void {
    this.#queue.run(() => this.#join(join));
  }

  get ended(): boolean {
    return this.#ended;
  }

  get version(): Version {
    return this.#socket.version;
  }

  receives(extension: Extension): boolean {
    if (this.#joined === null) return false;
    const { isPrivate, access, presence } = this.#joined;
    const { reading } = access;
    if (extension === "broadcast") return reading.broadcast;
    return !isPrivate || (presence.enabled && reading.presence);
  }

  deliver(frame: Frame, id?: string): void {
    if (this.#held === null) this.#socket.deliver(frame);
    else this.#held.push({ frame, id });
  }

  closeOverLimit(): void {
    this.shutDown("Too many messages per second");
  }

  /** Handles a message of this topic after all earlier ones. */
  receive(message: ClientMessage): void {
    this.#queue.run(() => {
      const reply = this.#joined === null ? replyAfterEnd(message) : this.#handle(message, this.#joined);
      if (!(reply instanceof Promise)) return this.#reply(message, reply);
      return reply.then((resolved) => this.#reply(message, resolved));
    });
  }

  push(event: string, payload: Payload, ref: string | null = null): void {
    this.#socket.send({ type: "push", joinRef: this.joinRef, ref, topic: this.topic, event, payload });
  }

  /** Closes with the reason in a `system` message. The client does not rejoin by itself. */
  shutDown(reason: string): Reply {
    if (!this.#ended) this.#system("error", reason);
    this.close();
    return NO_REPLY;
  }

  /** Ends with `phx_close`: on request, or when a new join of the same topic replaces this one. */
  close(): void {
    if (this.end()) this.push("phx_close", {}, this.joinRef);
  }

  /** Ends with `phx_error`. The client rejoins by itself and fetches missed data. */
  fail(): void {
    if (this.end()) this.push("phx_error", {}, this.joinRef);
  }

  /** Ends without a message, as when the socket has closed. Returns false if it had ended before. */
  end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#expiry.stop();
    // In this order: the other subscribers receive the leave, this one does not.
    if (this.#joined !== null) this.#context.topics.remove(this.#joined.key, this);
    this.#joined?.presence.untrack();
    this.#joined = null;
    this.#socket.onEnded(this);
    return true;
  }

  get #name(): string {
    return this.topic.slice(TOPIC_PREFIX.length);
  }

  async #join(message: ClientMessage): Promise<void> {
    const reject = ({ code, message: text }: JoinError) => {
      if (this.end()) this.#reply(message, errorReply(`${code}: ${text}`));
    };
    const parsed = parseJoin(this.#name, message);
    if (!parsed.ok) return reject(parsed);
    const { join } = parsed;
    const token = join.token === null || isApiKey(join.token) ? this.#socket.apiKey : join.token;
    const { isPrivate, ack, self, presenceKey, presenceEnabled } = join;
    const result = await Access.request(this.#context, token, { topic: this.#name, isPrivate, presenceEnabled });
    if (this.#ended) return;
    if (!result.ok) return reject(result);

    const { access } = result;
    const key = topicKey(this.#name, isPrivate);
    const presence = new PresenceClient(this, this.#context, { topic: key, presenceKey, presenceEnabled });
    this.#joined = { isPrivate, ack, self, key, presence, access };
    this.#context.topics.add(key, this);
    const stored = join.replay !== null && access.reading.broadcast ? await this.#readStored(join.replay) : [];
    if (this.#ended) return;
    if (stored === null) {
      return reject({ code: "UnableToReplayMessages", message: "Realtime was unable to replay messages" });
    }
    this.#socket.onJoined();
    this.#expiry.schedule(access.exp);
    this.#reply(message, { status: "ok", response: { postgres_changes: [] } });
    presence.sendState();
    for (const { message: broadcast } of stored) this.#socket.send(broadcast);
    this.#sendHeld(new Set(stored.map(({ id }) => id)));
    if (join.replicationReady) this.#system("ok", "Replication connection established");
  }

  /** Reads the stored broadcasts. From here on live ones wait, so that none is lost or overtakes an older one. */
  async #readStored(request: ReplayRequest) {
    this.#held = [];
    return await this.#context.replay(this.#name, request);
  }

  #sendHeld(replayed: ReadonlySet<string>): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { frame, id } of held) if (id === undefined || !replayed.has(id)) this.#socket.deliver(frame);
  }

  #handle(message: ClientMessage, joined: JoinedState): Reply | Promise<Reply> {
    switch (message.event) {
      case "phx_leave":
        this.#reply(message, OK_REPLY);
        this.close();
        return NO_REPLY;
      case "access_token":
        return this.#renew(message, joined);
      case "broadcast":
        return this.#broadcast(message, joined);
      case "presence":
        return joined.presence.handle(message, () => joined.access.canWrite("presence"));
      default:
        return errorReply("unknown event");
    }
  }

  /** A renewal has no reply. A rejected one closes the channel. */
  async #renew(message: ClientMessage, joined: JoinedState): Promise<Reply> {
    const payload = message.kind === "json" ? accessTokenPayload.safeParse(message.payload) : null;
    if (!payload?.success) return errorReply("access_token must be a string or null");
    const token = payload.data.access_token;
    if (token === null || token === joined.access.token || isApiKey(token)) return NO_REPLY;
    const presenceEnabled = joined.presence.enabled;
    const to = { topic: this.#name, isPrivate: joined.isPrivate, presenceEnabled };
    const result = await Access.request(this.#context, token, to);
    if (this.#ended) return NO_REPLY;
    if (!result.ok) return this.shutDown(result.message);
    if (result.access.lostReadAccess(joined.access, presenceEnabled)) {
      return this.shutDown(`You no longer have permission to read from this Channel topic: ${this.#name}`);
    }
    joined.access = result.access;
    this.#expiry.schedule(result.access.exp);
    return NO_REPLY;
  }

  /** Drops a broadcast without write permission, and sends no reply even when one was requested. */
  async #broadcast(message: ClientMessage, joined: JoinedState): Promise<Reply> {
    const outgoing = this.#outgoing(message);
    if (outgoing === null) return errorReply("A broadcast is an object with an event");
    if (!(await joined.access.canWrite("broadcast")) || this.#ended) return NO_REPLY;
    const { ack, self, key } = joined;
    const { quota, topics } = this.#context;
    quota.messages.add();
    if (payloadBytes(outgoing) > quota.plan.maxPayloadBytes)
      return ack ? errorReply("payload_size_exceeded") : NO_REPLY;
    topics.publish(key, "broadcast", outgoing, { except: self ? undefined : this });
    return ack ? OK_REPLY : NO_REPLY;
  }

  /** Returns the message to publish, unchanged. Null when it is malformed. */
  #outgoing(message: ClientMessage): BroadcastMessage | null {
    if (message.kind === "user-broadcast") {
      return { type: "user-broadcast", topic: this.topic, broadcast: message.broadcast };
    }
    const parsed = broadcastPayload.safeParse(message.payload);
    return parsed.success ? pushMessage(this.topic, "broadcast", parsed.data) : null;
  }

  #system(status: "ok" | "error", message: string): void {
    this.push("system", { extension: "system", status, message, channel: this.#name });
  }

  #reply({ ref }: ClientMessage, reply: Reply): void {
    if (reply === NO_REPLY) return;
    this.#socket.send({ type: "reply", joinRef: this.joinRef, ref, topic: this.topic, ...reply });
  }
}
