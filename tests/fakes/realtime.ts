/**
 * Realtime in memory: one hub with a client for each tab. Delivery takes a microtask, and a client can lose its socket.
 */

import type { Realtime, Topic, TopicStatus } from "../../app/lib/realtime.ts";
import type { Failure, Result } from "../../supabase/functions/_shared/contracts/errors.ts";

export interface FakeRealtime extends Realtime {
  /** Drops the socket: the client receives and sends nothing until `heal`. */
  cut(): void;
  heal(): void;
  isOnline(): boolean;
  /** Returns the names of the topics that are joined now. */
  joinedTopics(): string[];
}

export interface FakeHub {
  client(): FakeRealtime;
  /** Broadcasts from the database to every client on the topic. */
  broadcast(topic: string, event: string, payload: unknown): void;
  /** Drops the broadcasts for which the predicate is true. */
  lose(when: (topic: string, event: string, payload: unknown) => boolean): void;
  /** Rejects joins of the topics for which the predicate is true, as the policies do. */
  rejectJoins(when: (topic: string) => boolean): void;
  /** All broadcasts, delivered or lost, in order. */
  log: { topic: string; event: string; payload: unknown }[];
}

interface Member {
  readonly name: string;
  hear(event: string, payload: unknown): void;
}

export function createFakeHub(): FakeHub {
  const members = new Set<Member>();
  const log: FakeHub["log"] = [];
  let loses: (topic: string, event: string, payload: unknown) => boolean = () => false;
  let rejects: (topic: string) => boolean = () => false;

  const deliver = (topic: string, event: string, payload: unknown) => {
    const copy: unknown = JSON.parse(JSON.stringify(payload));
    log.push({ topic, event, payload: copy });
    if (loses(topic, event, copy)) return;
    for (const member of [...members]) if (member.name === topic) queueMicrotask(() => member.hear(event, copy));
  };

  function client(): FakeRealtime {
    const topics = new Set<{ name: string; up(): void; down(): void; status(): TopicStatus; close(): void }>();
    let online = true;

    function join(name: string): Topic {
      let status: TopicStatus = "joining";
      const first = Promise.withResolvers<Result<null>>();
      const watchers = new Set<(status: TopicStatus) => void>();
      const listeners = new Set<{ event: string; receive: (payload: unknown) => void }>();
      const member: Member = {
        name,
        hear(event, payload) {
          if (status !== "joined") return;
          for (const listener of [...listeners]) if (listener.event === event) listener.receive(payload);
        },
      };
      const become = (next: TopicStatus) => {
        if (status === next || status === "closed") return;
        status = next;
        for (const watcher of [...watchers]) watcher(next);
      };
      const rejected: Failure = { code: "request/not-allowed" };
      const entry = {
        name,
        status: () => status,
        up: () =>
          queueMicrotask(() => {
            if (!online || status === "closed" || status === "joined") return;
            if (rejects(name)) return first.resolve({ ok: false, error: rejected });
            members.add(member);
            become("joined");
            first.resolve({ ok: true, value: null });
          }),
        down() {
          members.delete(member);
          if (status === "joined") become("lost");
        },
        close() {
          members.delete(member);
          topics.delete(entry);
          become("closed");
          watchers.clear();
          listeners.clear();
        },
      };
      topics.add(entry);
      entry.up();
      return {
        name,
        status: () => status,
        joined: () => first.promise,
        onStatus(changed) {
          watchers.add(changed);
          return () => watchers.delete(changed);
        },
        on(event, schema, onPayload) {
          const receive = (payload: unknown) => {
            const parsed = schema.safeParse(payload);
            if (parsed.success) onPayload(parsed.data);
          };
          const listener = { event, receive };
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        close: entry.close,
      };
    }

    return {
      join,
      wake() {},
      close() {
        for (const topic of [...topics]) topic.close();
      },
      cut() {
        online = false;
        for (const topic of topics) topic.down();
      },
      heal() {
        online = true;
        for (const topic of topics) topic.up();
      },
      isOnline: () => online,
      joinedTopics: () => [...topics].filter((topic) => topic.status() === "joined").map(({ name }) => name),
    };
  }

  return {
    client,
    broadcast: deliver,
    lose(when) {
      loses = when;
    },
    rejectJoins(when) {
      rejects = when;
    },
    log,
  };
}
