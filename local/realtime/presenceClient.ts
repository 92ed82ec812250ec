/** Presence of one channel: what it tracks, and the state and diffs that it receives. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { LIMITS } from "./limits.ts";
import type { Presence } from "./presence.ts";
import { type ClientMessage, type Payload, presencePayload } from "./protocol.ts";
import type { Quota } from "./quota.ts";
import { errorReply, NO_REPLY, OK_REPLY, pushMessage, type Reply } from "./reply.ts";
import type { Subscriber, TopicKey, Topics } from "./topics.ts";

/** The part of a channel that its presence uses. */
export interface PresenceChannel extends Subscriber {
  /** As on the wire. */
  readonly topic: string;
  readonly ended: boolean;
  push(event: string, payload: Payload): void;
  shutDown(reason: string): Reply;
}

interface PresenceContext {
  readonly topics: Topics<PresenceChannel>;
  readonly presence: Presence<PresenceChannel>;
  readonly quota: Quota;
}

export interface PresenceOptions {
  readonly topic: TopicKey;
  /** If empty, the server generates a key. */
  readonly presenceKey: string;
  readonly presenceEnabled: boolean;
}

export class PresenceClient {
  readonly #channel: PresenceChannel;
  readonly #context: PresenceContext;
  readonly #topic: TopicKey;
  readonly #key: string;
  #enabled: boolean;
  /** The tracked payload, to ignore repetitions. */
  #tracked: Payload | null = null;
  readonly #calls = { count: 0, since: 0 };

  constructor(
    channel: PresenceChannel,
    context: PresenceContext,
    { topic, presenceKey, presenceEnabled }: PresenceOptions,
  ) {
    this.#channel = channel;
    this.#context = context;
    this.#topic = topic;
    this.#key = presenceKey === "" ? randomUUID() : presenceKey;
    this.#enabled = presenceEnabled;
  }

  /** A private channel receives presence only once presence is enabled. */
  get enabled(): boolean {
    return this.#enabled;
  }

  sendState(): void {
    if (!this.#enabled || !this.#channel.receives("presence")) return;
    if (this.#count()) this.#channel.push("presence_state", this.#context.presence.state(this.#topic));
  }

  async handle(message: ClientMessage, mayWrite: () => Promise<boolean>): Promise<Reply> {
    if (!this.#mayCall()) return this.#channel.shutDown("Client presence rate limit exceeded");
    const parsed = message.kind === "json" ? presencePayload.safeParse(message.payload) : null;
    if (!parsed?.success) return errorReply("Presence track payload must be a map");
    if (parsed.data.event === "untrack") {
      this.untrack();
      return OK_REPLY;
    }
    if (!(await mayWrite())) return { status: "error", response: {} };
    return this.#channel.ended ? NO_REPLY : this.#track(parsed.data.payload);
  }

  untrack(): void {
    this.#tracked = null;
    const diff = this.#context.presence.untrack(this.#topic, this.#channel);
    if (diff !== null) this.#publish({ ...diff });
  }

  #track(payload: Payload): Reply {
    if (isDeepStrictEqual(payload, this.#tracked)) return OK_REPLY;
    if (Buffer.byteLength(JSON.stringify(payload)) > this.#context.quota.plan.maxPayloadBytes) {
      return this.#channel.shutDown("Track message size exceeded");
    }
    if (!this.#count()) return NO_REPLY;
    // Tracking enables presence: the channel receives presence from here on.
    if (!this.#enabled) {
      this.#enabled = true;
      this.sendState();
    }
    if (this.#channel.ended) return NO_REPLY;
    this.#tracked = payload;
    this.#publish({ ...this.#context.presence.track(this.#topic, this.#channel, this.#key, payload) });
    return OK_REPLY;
  }

  #publish(diff: Payload): void {
    this.#context.topics.publish(this.#topic, "presence", pushMessage(this.#channel.topic, "presence_diff", diff));
  }

  #mayCall(): boolean {
    const calls = this.#calls;
    const now = performance.now();
    if (calls.count === 0 || now - calls.since > LIMITS.presenceWindowMs) {
      calls.since = now;
      calls.count = 0;
    }
    calls.count += 1;
    return calls.count <= LIMITS.maxPresenceCalls;
  }

  /** Counts a presence message. Above the project's limit, closes the channel and returns false. */
  #count(): boolean {
    const { presence } = this.#context.quota;
    if (presence.exceeded) {
      this.#channel.shutDown("Too many presence messages per second");
      return false;
    }
    presence.add();
    return true;
  }
}
