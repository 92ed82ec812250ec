/** One join of one socket to one topic: from `phx_join` to its end. */
import { Access } from "./access.ts";
import { type Answer, afterTheEnd, type BroadcastMessage, error, event, NONE, OK, sizeOf } from "./answer.ts";
import type { Authorize } from "./authorization.ts";
import { Expiry } from "./expiry.ts";
import { type Join, type JoinRefusal, readJoin } from "./join.ts";
import type { Presence } from "./presence.ts";
import { OwnPresence, type PresentChannel } from "./presenceClient.ts";
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
import { Serial } from "./serial.ts";
import type { Frame } from "./serializer.ts";
import { expiredMessage, isApiKey, type Verify } from "./tokens.ts";
import { type Extension, type TopicKey, type Topics, topicKey } from "./topics.ts";

/** What all channels share. */
export interface ChannelContext {
  readonly topics: Topics<Channel>;
  readonly presence: Presence<Channel>;
  readonly authorize: Authorize;
  readonly quota: Quota;
  readonly verify: Verify;
  log(line: string): void;
}

/** What a channel needs of its socket. */
export interface ChannelSocket {
  readonly version: Version;
  /** Stands in where a join brings no user's token. */
  readonly apiKey: string;
  send(message: ServerMessage): void;
  deliver(frame: Frame): void;
  /** The channel is joined: from its first one on the socket counts as a connection. */
  admit(): void;
  /** The channel is over. */
  release(channel: Channel): void;
}

interface Joined extends Pick<Join, "isPrivate" | "ack" | "self"> {
  readonly key: TopicKey;
  readonly presence: OwnPresence;
  access: Access;
}

export class Channel implements PresentChannel {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly #context: ChannelContext;
  readonly #socket: ChannelSocket;
  /** A message waits for the join and for a renewal before it, so that no answer rests on old permissions. */
  readonly #inbox: Serial;
  #joined: Joined | null = null;
  #ended = false;
  readonly #expiry = new Expiry((exp) => this.shutDown(expiredMessage(exp)));

  constructor(context: ChannelContext, socket: ChannelSocket, join: ClientMessage) {
    this.#context = context;
    this.#socket = socket;
    this.topic = join.topic;
    this.joinRef = join.joinRef ?? join.ref;
    this.#inbox = new Serial((error) => {
      context.log(`realtime: a channel failed: ${error instanceof Error ? error.name : "unknown"}`);
      this.fail();
    });
  }

  /** Asks to join; all other messages come after it. */
  start(join: ClientMessage): void {
    this.#inbox.run(() => this.#join(join));
  }

  get ended(): boolean {
    return this.#ended;
  }

  get version(): Version {
    return this.#socket.version;
  }

  hears(extension: Extension): boolean {
    if (this.#joined === null) return false;
    const { isPrivate, access, presence } = this.#joined;
    const { reading } = access;
    if (extension === "broadcast") return reading.broadcast;
    return !isPrivate || (presence.enabled && reading.presence);
  }

  deliver(frame: Frame): void {
    this.#socket.deliver(frame);
  }

  endOverLimit(): void {
    this.shutDown("Too many messages per second");
  }

  /** Takes a message of this topic, after all those before it. */
  take(message: ClientMessage): void {
    this.#inbox.run(() => {
      const answer = this.#joined === null ? afterTheEnd(message) : this.#handle(message, this.#joined);
      if (!(answer instanceof Promise)) return this.#answer(message, answer);
      return answer.then((later) => this.#answer(message, later));
    });
  }

  push(event: string, payload: Payload, ref: string | null = null): void {
    this.#socket.send({ type: "push", joinRef: this.joinRef, ref, topic: this.topic, event, payload });
  }

  /** The client learns why by a `system` message; it does not join again by itself. */
  shutDown(reason: string): Answer {
    if (!this.#ended) this.#system("error", reason);
    this.close();
    return NONE;
  }

  /** Ends it with `phx_close`: asked for, or replaced by a new join of the same topic. */
  close(): void {
    if (this.end()) this.push("phx_close", {}, this.joinRef);
  }

  /** Ends it with `phx_error`: the client joins again by itself and fills its gap. */
  fail(): void {
    if (this.end()) this.push("phx_error", {}, this.joinRef);
  }

  /** Ends it without a word, as when the socket is gone. False when it had ended before. */
  end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.#expiry.stop();
    // In this order: the others hear of the leave, this one does not.
    if (this.#joined !== null) this.#context.topics.remove(this.#joined.key, this);
    this.#joined?.presence.untrack();
    this.#joined = null;
    this.#socket.release(this);
    return true;
  }

  get #name(): string {
    return this.topic.slice(TOPIC_PREFIX.length);
  }

  async #join(message: ClientMessage): Promise<void> {
    const refuse = ({ code, message: text }: JoinRefusal) => {
      if (this.end()) this.#answer(message, error(`${code}: ${text}`));
    };
    const read = readJoin(this.#name, message);
    if (!read.ok) return refuse(read);
    const { join } = read;
    const token = join.token === null || isApiKey(join.token) ? this.#socket.apiKey : join.token;
    const { isPrivate, ack, self, presenceKey, presenceEnabled } = join;
    const asked = await Access.ask(this.#context, token, { topic: this.#name, isPrivate, presenceEnabled });
    if (this.#ended) return;
    if (!asked.ok) return refuse(asked);

    const { access } = asked;
    const key = topicKey(this.#name, isPrivate);
    const presence = new OwnPresence(this, this.#context, { topic: key, presenceKey, presenceEnabled });
    this.#joined = { isPrivate, ack, self, key, presence, access };
    this.#context.topics.add(key, this);
    this.#socket.admit();
    this.#expiry.watch(access.exp);
    this.#answer(message, { status: "ok", response: { postgres_changes: [] } });
    presence.sendState();
    if (join.replicationReady) this.#system("ok", "Replication connection established");
  }

  #handle(message: ClientMessage, joined: Joined): Answer | Promise<Answer> {
    switch (message.event) {
      case "phx_leave":
        this.#answer(message, OK);
        this.close();
        return NONE;
      case "access_token":
        return this.#renew(message, joined);
      case "broadcast":
        return this.#broadcast(message, joined);
      case "presence":
        return joined.presence.take(message, () => joined.access.mayWrite("presence"));
      default:
        return error("unknown event");
    }
  }

  /** A renewal has no reply; one that is refused closes the channel. */
  async #renew(message: ClientMessage, joined: Joined): Promise<Answer> {
    const payload = message.kind === "json" ? accessTokenPayload.safeParse(message.payload) : null;
    if (!payload?.success) return error("access_token must be a string or null");
    const token = payload.data.access_token;
    if (token === null || token === joined.access.token || isApiKey(token)) return NONE;
    const presenceEnabled = joined.presence.enabled;
    const to = { topic: this.#name, isPrivate: joined.isPrivate, presenceEnabled };
    const asked = await Access.ask(this.#context, token, to);
    if (this.#ended) return NONE;
    if (!asked.ok) return this.shutDown(asked.message);
    if (asked.access.lost(joined.access, presenceEnabled)) {
      return this.shutDown(`You no longer have permission to read from this Channel topic: ${this.#name}`);
    }
    joined.access = asked.access;
    this.#expiry.watch(asked.access.exp);
    return NONE;
  }

  /** What may not be written is dropped without a word, asked for an answer or not. */
  async #broadcast(message: ClientMessage, joined: Joined): Promise<Answer> {
    const outgoing = this.#outgoing(message);
    if (outgoing === null) return error("A broadcast is an object with an event");
    if (!(await joined.access.mayWrite("broadcast")) || this.#ended) return NONE;
    const { ack, self, key } = joined;
    const { quota, topics } = this.#context;
    quota.messages.add();
    if (sizeOf(outgoing) > quota.plan.payload) return ack ? error("payload_size_exceeded") : NONE;
    topics.publish(key, "broadcast", outgoing, self ? undefined : this);
    return ack ? OK : NONE;
  }

  /** Passed on as it came. */
  #outgoing(message: ClientMessage): BroadcastMessage | null {
    if (message.kind === "user-broadcast") {
      return { type: "user-broadcast", topic: this.topic, broadcast: message.broadcast };
    }
    const parsed = broadcastPayload.safeParse(message.payload);
    return parsed.success ? event(this.topic, "broadcast", parsed.data) : null;
  }

  #system(status: "ok" | "error", message: string): void {
    this.push("system", { extension: "system", status, message, channel: this.#name });
  }

  #answer({ ref }: ClientMessage, answer: Answer): void {
    if (answer === NONE) return;
    this.#socket.send({ type: "reply", joinRef: this.joinRef, ref, topic: this.topic, ...answer });
  }
}
