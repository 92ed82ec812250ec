/** The subscribers of each topic, and the delivery of messages to them. */
import type { ServerMessage, Version } from "./protocol.ts";
import { TOPIC_PREFIX } from "./protocol.ts";
import type { Quota } from "./quota.ts";
import { encode, type Frame } from "./serializer.ts";

/** A private and a public topic of the same name are separate, so a public join never receives a private message. */
export type TopicKey = `${"private" | "public"}:${string}`;

export const topicKey = (name: string, isPrivate: boolean): TopicKey => `${isPrivate ? "private" : "public"}:${name}`;

const wireTopic = (key: TopicKey): string => TOPIC_PREFIX + key.slice(key.indexOf(":") + 1);

/** The `id` of a row of `realtime.messages`, and whether it was stored before the join. */
export interface BroadcastMeta {
  readonly id: string;
  readonly replayed?: true;
}

/** Returns a broadcast that was not sent by a socket. A database message has the `id` of its row. */
export function broadcastMessage(key: TopicKey, event: string, payload: unknown, meta?: BroadcastMeta): ServerMessage {
  return {
    type: "push",
    joinRef: null,
    ref: null,
    topic: wireTopic(key),
    event: "broadcast",
    payload: { type: "broadcast", event, payload, ...(meta === undefined ? {} : { meta }) },
  };
}

export function binaryBroadcastMessage(key: TopicKey, event: string, bytes: Buffer): ServerMessage {
  return { type: "user-broadcast", topic: wireTopic(key), broadcast: { event, encoding: "binary", bytes } };
}

export type Extension = "broadcast" | "presence";

export interface Subscriber {
  readonly version: Version;
  receives(extension: Extension): boolean;
  /** @param id the row of a database message */
  deliver(frame: Frame, id?: string): void;
  /** Closes the channel because the project exceeds its message limit. */
  closeOverLimit(): void;
}

export class Topics<S extends Subscriber> {
  readonly #subscribers = new Map<TopicKey, Set<S>>();
  readonly #quota: Pick<Quota, "messages" | "presence">;

  constructor(quota: Pick<Quota, "messages" | "presence">) {
    this.#quota = quota;
  }

  add(key: TopicKey, subscriber: S): void {
    const subscribers = this.#subscribers.get(key);
    if (subscribers) subscribers.add(subscriber);
    else this.#subscribers.set(key, new Set([subscriber]));
  }

  remove(key: TopicKey, subscriber: S): void {
    const subscribers = this.#subscribers.get(key);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) this.#subscribers.delete(key);
  }

  /**
   * Encodes a message once per protocol version and delivers it to all subscribers but `except`. Every delivery counts.
   * As hosted, a broadcast above the rate limit is still delivered, and then closes the receiving channel.
   */
  publish(
    key: TopicKey,
    extension: Extension,
    message: ServerMessage,
    { except, id }: { readonly except?: S | undefined; readonly id?: string } = {},
  ): void {
    const frames = new Map<Version, Frame | null>();
    let delivered = 0;
    const tooMany = extension === "broadcast" && this.#quota.messages.exceeded;
    for (const subscriber of [...(this.#subscribers.get(key) ?? [])]) {
      if (subscriber === except || !subscriber.receives(extension)) continue;
      let frame = frames.get(subscriber.version);
      if (frame === undefined) {
        frame = encode(subscriber.version, message);
        frames.set(subscriber.version, frame);
      }
      if (frame === null) continue;
      subscriber.deliver(frame, id);
      delivered += 1;
      if (tooMany) subscriber.closeOverLimit();
    }
    this.#quota[extension === "broadcast" ? "messages" : "presence"].add(delivered);
  }
}
