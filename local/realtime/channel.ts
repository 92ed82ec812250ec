/** One join of one socket to one topic: from `phx_join` to its end. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Claims } from "../claims.ts";
import { Access, mayListen, mayNotRead, NO_DATABASE } from "./access.ts";
import { type Answer, afterTheEnd, type BroadcastMessage, error, NONE, OK, sizeOf } from "./answer.ts";
import { type Authorize, UNREACHABLE } from "./authorization.ts";
import { type Join, type JoinRefusal, readJoin } from "./join.ts";
import { LIMITS } from "./limits.ts";
import type { Presence } from "./presence.ts";
import {
  accessTokenPayload,
  broadcastPayload,
  type ClientMessage,
  type Payload,
  presencePayload,
  type ServerMessage,
  TOPIC_PREFIX,
  type Version,
} from "./protocol.ts";
import type { Quota } from "./quota.ts";
import { Serial } from "./serial.ts";
import type { Frame } from "./serializer.ts";
import { checkToken, expiredMessage, isApiKey, type Verify } from "./tokens.ts";
import { type Extension, type Subscriber, type TopicKey, type Topics, topicKey } from "./topics.ts";

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

interface Joined extends Join {
  readonly key: TopicKey;
  token: string;
  access: Access;
  /** Presence messages go to a private channel only once it takes part in presence. */
  presenceEnabled: boolean;
  /** What is tracked, to tell a change from a repetition. */
  tracked: Payload | null;
}

export class Channel implements Subscriber {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly #context: ChannelContext;
  readonly #socket: ChannelSocket;
  /** A message waits for the join and for a renewal before it, so that no answer rests on old permissions. */
  readonly #inbox: Serial;
  #joined: Joined | null = null;
  #ended = false;
  #expiry: NodeJS.Timeout | undefined;
  readonly #presenceCalls = { count: 0, since: 0 };

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

  get version(): Version {
    return this.#socket.version;
  }

  hears(extension: Extension): boolean {
    if (this.#joined === null) return false;
    const { isPrivate, access, presenceEnabled } = this.#joined;
    const { reading } = access;
    if (extension === "broadcast") return reading.broadcast;
    return !isPrivate || (presenceEnabled && reading.presence);
  }

  deliver(frame: Frame): void {
    this.#socket.deliver(frame);
  }

  endOverLimit(): void {
    this.#shutDown("Too many messages per second");
  }

  /** Takes a message of this topic, after all those before it. */
  take(message: ClientMessage): void {
    this.#inbox.run(() => {
      const answer = this.#joined === null ? afterTheEnd(message) : this.#handle(message, this.#joined);
      if (!(answer instanceof Promise)) return this.#answer(message, answer);
      return answer.then((later) => this.#answer(message, later));
    });
  }

  /** Ends it with `phx_close`: asked for, or replaced by a new join of the same topic. */
  close(): void {
    if (this.end()) this.#push("phx_close", {}, this.joinRef);
  }

  /** Ends it with `phx_error`: the client joins again by itself and fills its gap. */
  fail(): void {
    if (this.end()) this.#push("phx_error", {}, this.joinRef);
  }

  /** Ends it without a word, as when the socket is gone. False when it had ended before. */
  end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#expiry);
    // In this order: the others hear of the leave, this one does not.
    if (this.#joined !== null) this.#context.topics.remove(this.#joined.key, this);
    this.#untrack();
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
    const checked = await checkToken(this.#context.verify, token);
    if (!checked.ok) return refuse(checked);
    const access = await this.#access(join.isPrivate, checked.claims);
    if (this.#ended) return;
    if (access === UNREACHABLE) return refuse({ code: "UnableToConnectToProject", message: NO_DATABASE });
    if (!mayListen(access.reading, join.presenceEnabled))
      return refuse({ code: "Unauthorized", message: mayNotRead(this.#name) });

    const key = topicKey(this.#name, join.isPrivate);
    const presenceKey = join.presenceKey === "" ? randomUUID() : join.presenceKey;
    this.#joined = { ...join, presenceKey, key, token, access, tracked: null };
    this.#context.topics.add(key, this);
    this.#socket.admit();
    this.#watchExpiry(checked.claims.exp);
    this.#answer(message, { status: "ok", response: { postgres_changes: [] } });
    this.#sendPresenceState();
    if (join.replicationReady) this.#system("ok", "Replication connection established");
  }

  #access(isPrivate: boolean, claims: Claims): ReturnType<typeof Access.ask> {
    return Access.ask(this.#context.authorize, { topic: this.#name, isPrivate, claims });
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
        return this.#track(message, joined);
      default:
        return error("unknown event");
    }
  }

  /** A renewal has no reply; one that is refused closes the channel. */
  async #renew(message: ClientMessage, joined: Joined): Promise<Answer> {
    const payload = message.kind === "json" ? accessTokenPayload.safeParse(message.payload) : null;
    if (!payload?.success) return error("access_token must be a string or null");
    const token = payload.data.access_token;
    if (token === null || token === joined.token || isApiKey(token)) return NONE;
    const checked = await checkToken(this.#context.verify, token);
    if (!checked.ok) return this.#shutDown(checked.message);
    const access = await this.#access(joined.isPrivate, checked.claims);
    if (this.#ended) return NONE;
    if (access === UNREACHABLE) return this.#shutDown(NO_DATABASE);
    if (!mayListen(access.reading, joined.presenceEnabled)) return this.#shutDown(mayNotRead(this.#name));
    if (access.lost(joined.access, joined.presenceEnabled)) {
      return this.#shutDown(`You no longer have permission to read from this Channel topic: ${this.#name}`);
    }
    joined.token = token;
    joined.access = access;
    this.#watchExpiry(checked.claims.exp);
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
    return parsed.success ? this.#event("broadcast", parsed.data) : null;
  }

  async #track(message: ClientMessage, joined: Joined): Promise<Answer> {
    if (!this.#mayCallPresence()) return this.#shutDown("Client presence rate limit exceeded");
    const parsed = message.kind === "json" ? presencePayload.safeParse(message.payload) : null;
    if (!parsed?.success) return error("Presence track payload must be a map");
    if (parsed.data.event === "untrack") {
      this.#untrack();
      return OK;
    }
    if (!(await joined.access.mayWrite("presence"))) return { status: "error", response: {} };
    if (this.#ended) return NONE;
    const { payload } = parsed.data;
    if (isDeepStrictEqual(payload, joined.tracked)) return OK;
    if (Buffer.byteLength(JSON.stringify(payload)) > this.#context.quota.plan.payload) {
      return this.#shutDown("Track message size exceeded");
    }
    if (!this.#countPresence()) return NONE;
    // Who tracks takes part: from here on it hears the others too.
    if (!joined.presenceEnabled) {
      joined.presenceEnabled = true;
      this.#sendPresenceState();
    }
    if (this.#ended) return NONE;
    joined.tracked = payload;
    const diff = this.#context.presence.track(joined.key, this, joined.presenceKey, payload);
    this.#context.topics.publish(joined.key, "presence", this.#event("presence_diff", { ...diff }));
    return OK;
  }

  #mayCallPresence(): boolean {
    const calls = this.#presenceCalls;
    const now = performance.now();
    if (calls.count === 0 || now - calls.since > LIMITS.presenceWindow) {
      calls.since = now;
      calls.count = 0;
    }
    calls.count += 1;
    return calls.count <= LIMITS.presenceCalls;
  }

  /** False when the project has too many, which ends the channel. */
  #countPresence(): boolean {
    const { presence } = this.#context.quota;
    if (presence.exceeded) {
      this.#shutDown("Too many presence messages per second");
      return false;
    }
    presence.add();
    return true;
  }

  #untrack(): void {
    if (this.#joined === null) return;
    this.#joined.tracked = null;
    const diff = this.#context.presence.untrack(this.#joined.key, this);
    if (diff === null) return;
    this.#context.topics.publish(this.#joined.key, "presence", this.#event("presence_diff", { ...diff }));
  }

  #sendPresenceState(): void {
    if (this.#joined === null || !this.#joined.presenceEnabled || !this.hears("presence")) return;
    if (this.#countPresence()) this.#push("presence_state", this.#context.presence.state(this.#joined.key));
  }

  /** An API key has no end. */
  #watchExpiry(exp: number | undefined): void {
    clearTimeout(this.#expiry);
    if (exp === undefined) return;
    const left = exp * 1000 - Date.now();
    if (left <= 0) {
      this.#shutDown(expiredMessage(exp));
      return;
    }
    this.#expiry = setTimeout(() => this.#watchExpiry(exp), Math.min(left, LIMITS.tokenRecheck));
    this.#expiry.unref();
  }

  /** The client learns why by a `system` message; it does not join again by itself. */
  #shutDown(reason: string): Answer {
    if (!this.#ended) this.#system("error", reason);
    this.close();
    return NONE;
  }

  #system(status: "ok" | "error", message: string): void {
    this.#push("system", { extension: "system", status, message, channel: this.#name });
  }

  #event(event: string, payload: Payload): ServerMessage & { readonly type: "push" } {
    return { type: "push", joinRef: null, ref: null, topic: this.topic, event, payload };
  }

  #push(event: string, payload: Payload, ref: string | null = null): void {
    this.#socket.send({ type: "push", joinRef: this.joinRef, ref, topic: this.topic, event, payload });
  }

  #answer({ ref }: ClientMessage, answer: Answer): void {
    if (answer === NONE) return;
    this.#socket.send({ type: "reply", joinRef: this.joinRef, ref, topic: this.topic, ...answer });
  }
}
