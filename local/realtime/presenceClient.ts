/** The part that one channel takes in the presence of its topic: what it tracks, and what it is told of the others. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Answer, error, event, NONE, OK } from "./answer.ts";
import { LIMITS } from "./limits.ts";
import type { Presence } from "./presence.ts";
import { type ClientMessage, type Payload, presencePayload } from "./protocol.ts";
import type { Quota } from "./quota.ts";
import type { Subscriber, TopicKey, Topics } from "./topics.ts";

/** What it needs of its channel. */
export interface PresentChannel extends Subscriber {
  /** As on the wire. */
  readonly topic: string;
  readonly ended: boolean;
  push(event: string, payload: Payload): void;
  shutDown(reason: string): Answer;
}

interface PresenceContext {
  readonly topics: Topics<PresentChannel>;
  readonly presence: Presence<PresentChannel>;
  readonly quota: Quota;
}

export interface PresenceOptions {
  readonly topic: TopicKey;
  /** Empty: the server chooses. */
  readonly presenceKey: string;
  readonly presenceEnabled: boolean;
}

export class OwnPresence {
  readonly #channel: PresentChannel;
  readonly #context: PresenceContext;
  readonly #topic: TopicKey;
  readonly #key: string;
  #enabled: boolean;
  /** To tell a change from a repetition. */
  #tracked: Payload | null = null;
  readonly #calls = { count: 0, since: 0 };

  constructor(
    channel: PresentChannel,
    context: PresenceContext,
    { topic, presenceKey, presenceEnabled }: PresenceOptions,
  ) {
    this.#channel = channel;
    this.#context = context;
    this.#topic = topic;
    this.#key = presenceKey === "" ? randomUUID() : presenceKey;
    this.#enabled = presenceEnabled;
  }

  /** Presence messages go to a private channel only once it takes part in presence. */
  get enabled(): boolean {
    return this.#enabled;
  }

  sendState(): void {
    if (!this.#enabled || !this.#channel.hears("presence")) return;
    if (this.#count()) this.#channel.push("presence_state", this.#context.presence.state(this.#topic));
  }

  async take(message: ClientMessage, mayWrite: () => Promise<boolean>): Promise<Answer> {
    if (!this.#mayCall()) return this.#channel.shutDown("Client presence rate limit exceeded");
    const parsed = message.kind === "json" ? presencePayload.safeParse(message.payload) : null;
    if (!parsed?.success) return error("Presence track payload must be a map");
    if (parsed.data.event === "untrack") {
      this.untrack();
      return OK;
    }
    if (!(await mayWrite())) return { status: "error", response: {} };
    return this.#channel.ended ? NONE : this.#track(parsed.data.payload);
  }

  untrack(): void {
    this.#tracked = null;
    const diff = this.#context.presence.untrack(this.#topic, this.#channel);
    if (diff !== null) this.#publish({ ...diff });
  }

  #track(payload: Payload): Answer {
    if (isDeepStrictEqual(payload, this.#tracked)) return OK;
    if (Buffer.byteLength(JSON.stringify(payload)) > this.#context.quota.plan.payload) {
      return this.#channel.shutDown("Track message size exceeded");
    }
    if (!this.#count()) return NONE;
    // Who tracks takes part: from here on it hears the others too.
    if (!this.#enabled) {
      this.#enabled = true;
      this.sendState();
    }
    if (this.#channel.ended) return NONE;
    this.#tracked = payload;
    this.#publish({ ...this.#context.presence.track(this.#topic, this.#channel, this.#key, payload) });
    return OK;
  }

  #publish(diff: Payload): void {
    this.#context.topics.publish(this.#topic, "presence", event(this.#channel.topic, "presence_diff", diff));
  }

  #mayCall(): boolean {
    const calls = this.#calls;
    const now = performance.now();
    if (calls.count === 0 || now - calls.since > LIMITS.presenceWindow) {
      calls.since = now;
      calls.count = 0;
    }
    calls.count += 1;
    return calls.count <= LIMITS.presenceCalls;
  }

  /** False when the project has too many, which ends the channel. */
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
