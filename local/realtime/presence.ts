/** Presence by topic: each key (person) has one entry per channel that tracks it. */
import { randomBytes } from "node:crypto";
import type { Payload } from "./protocol.ts";
import type { TopicKey } from "./topics.ts";

type Meta = Payload & { readonly phx_ref: string };

/** Key → entries: the payload of `presence_state`, and of both parts of `presence_diff`. */
export type PresenceState = Readonly<Record<string, { readonly metas: readonly Meta[] }>>;

export interface PresenceDiff {
  readonly joins: PresenceState;
  readonly leaves: PresenceState;
}

interface Entry {
  readonly key: string;
  readonly meta: Meta;
}

/** Each `Tracker` has at most one entry per topic. */
export class Presence<Tracker extends object> {
  readonly #entries = new Map<TopicKey, Map<Tracker, Entry>>();

  /** Tracking again replaces the entry: the old one leaves and the new one joins, linked by `phx_ref_prev`. */
  track(topic: TopicKey, tracker: Tracker, key: string, payload: Payload): PresenceDiff {
    const entries = this.#entries.get(topic) ?? new Map<Tracker, Entry>();
    this.#entries.set(topic, entries);
    const previous = entries.get(tracker);
    const meta: Meta = {
      ...payload,
      phx_ref: randomBytes(9).toString("base64url"),
      ...(previous === undefined ? {} : { phx_ref_prev: previous.meta.phx_ref }),
    };
    entries.set(tracker, { key, meta });
    return { joins: group([{ key, meta }]), leaves: group(previous === undefined ? [] : [previous]) };
  }

  /** Returns null when nothing was tracked. */
  untrack(topic: TopicKey, tracker: Tracker): PresenceDiff | null {
    const entries = this.#entries.get(topic);
    const entry = entries?.get(tracker);
    if (entries === undefined || entry === undefined) return null;
    entries.delete(tracker);
    if (entries.size === 0) this.#entries.delete(topic);
    return { joins: {}, leaves: group([entry]) };
  }

  state(topic: TopicKey): PresenceState {
    return group([...(this.#entries.get(topic)?.values() ?? [])]);
  }
}

/** `fromEntries` defines own properties, so a key like `__proto__` stays a key. */
function group(entries: readonly Entry[]): PresenceState {
  const grouped = new Map<string, Meta[]>();
  for (const { key, meta } of entries) {
    const metas = grouped.get(key);
    if (metas) metas.push(meta);
    else grouped.set(key, [meta]);
  }
  return Object.fromEntries([...grouped].map(([key, metas]) => [key, { metas }]));
}
