/**
 * Private topics of Supabase Realtime, on which only the database broadcasts. Joins with the page's token, rejoins when
 * needed and parses every payload.
 */
import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from "@supabase/realtime-js";
import type * as z from "zod/mini";
import { type Failure, fail, ok, type Result } from "#contracts/errors.ts";
import { cutLongClusters } from "#contracts/limits.ts";
import type { Clock } from "./clock.ts";
import type { AccessToken } from "./supabaseHttp.ts";

/** `lost`: the socket or the server ended the subscription, and the topic rejoins by itself. `closed`: `close` was called. */
export type TopicStatus = "joining" | "joined" | "lost" | "closed";

export interface Topic {
  readonly name: string;
  status(): TopicStatus;
  /**
   * Settles after the first join, its rejection by the policies (`request/not-allowed`), the timeout or `close` (both
   * `network/signalling-lost`). The topic retries until `close`.
   */
  joined(): Promise<Result<null>>;
  /** Subscribes to status changes. `joined` after `lost` means that broadcasts may be missing. */
  onStatus(changed: (status: TopicStatus) => void): () => void;
  /** Subscribes to the broadcasts named `event` whose payload matches the schema. */
  on<Schema extends z.ZodMiniType>(
    event: string,
    schema: Schema,
    listener: (payload: z.infer<Schema>) => void,
  ): () => void;
  close(): void;
}

export interface Realtime {
  /** Joins a topic. Each name has one owner: join it again only after its `close`. */
  join(name: string): Topic;
  /** Connects now: before topics are joined, or when the page or the network is back. */
  wake(): void;
  close(): void;
}

export interface RealtimeOptions {
  /** Origin of Supabase, without a trailing slash. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
  clock: Clock;
  /** A WebSocket implementation for runtimes without one. */
  transport?: NonNullable<ConstructorParameters<typeof RealtimeClient>[1]>["transport"];
}

export const JOIN_TIMEOUT_MS = 15_000;
const TOKEN_CHECK_INTERVAL_MS = 20_000;
const REJOIN_DELAY_MS = 1_000;

type Channel = ReturnType<RealtimeClient["channel"]>;
interface Broadcast {
  event: string;
  payload?: unknown;
}

export function createRealtime({
  supabaseUrl,
  publishableKey,
  accessToken,
  clock,
  transport,
}: RealtimeOptions): Realtime {
  const client = new RealtimeClient(`${supabaseUrl.replace(/^http/u, "ws")}/realtime/v1`, {
    params: { apikey: publishableKey },
    // Half of the default: a dead socket is detected within 25 s.
    heartbeatIntervalMs: 12_500,
    ...(transport === undefined ? {} : { transport }),
  });
  const topics = new Set<Topic>();
  let closed = false;

  /**
   * Sets the token before every join, synchronously if it is known. The client's own callback is not used: with two
   * concurrent joins it sends one of them without a token, and a private topic then rejects it.
   */
  function authorise(): void | Promise<void> {
    const set = (token: string | null) => {
      // The client uses an explicit token at once, so the promise is not awaited.
      if (token !== null && !closed) void client.setAuth(token);
    };
    const token = accessToken();
    // Without a token the join is rejected and retried.
    return token instanceof Promise ? token.then(set, () => {}) : set(token);
  }
  const endTokenCheck = clock.every(TOKEN_CHECK_INTERVAL_MS, () => {
    if (topics.size > 0) void authorise();
  });

  function join(name: string): Topic {
    let status: TopicStatus = "joining";
    let channel: Channel | null = null;
    let cancelRejoin = () => {};
    const watchers = new Set<(status: TopicStatus) => void>();
    const listeners = new Set<(message: Broadcast) => void>();
    const firstJoin = Promise.withResolvers<Result<null>>();
    const cancelTimeout = clock.after(JOIN_TIMEOUT_MS, () => firstJoin.resolve(fail("network/signalling-lost")));

    const setStatus = (next: TopicStatus) => {
      if (status === next || status === "closed") return;
      status = next;
      for (const watcher of [...watchers]) watcher(next);
    };

    const setLost = () => {
      if (status !== "joining") setStatus("lost");
    };

    const settleFirstJoin = (result: Result<null>) => {
      cancelTimeout();
      firstJoin.resolve(result);
    };

    /** Sends the join before React re-renders if the token is known. */
    function open() {
      const authorised = authorise();
      if (authorised === undefined) subscribe();
      else void authorised.then(subscribe);
    }

    function subscribe() {
      if (status === "closed") return;
      channel = client.channel(name, { config: { private: true, broadcast: { self: false, ack: false } } });
      channel.on("broadcast", { event: "*" }, (message) => {
        for (const listener of [...listeners]) listener(message);
      });
      channel.subscribe((state, error) => {
        switch (state) {
          case REALTIME_SUBSCRIBE_STATES.SUBSCRIBED:
            setStatus("joined");
            settleFirstJoin(ok(null));
            return;
          case REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR: {
            setLost();
            const rejection = joinError(error);
            if (rejection !== null) settleFirstJoin({ ok: false, error: rejection });
            // The reason may be the token, so renew it. The client rejoins by itself.
            void authorise();
            return;
          }
          case REALTIME_SUBSCRIBE_STATES.TIMED_OUT:
            setLost();
            return;
          case REALTIME_SUBSCRIBE_STATES.CLOSED:
            // The server closes a topic when the token expires, and the client does not rejoin then.
            if (status === "closed") return;
            setLost();
            channel = null;
            cancelRejoin = clock.after(REJOIN_DELAY_MS, open);
            return;
          default:
            state satisfies never;
        }
      });
    }

    const topic: Topic = {
      name,
      status: () => status,
      joined: () => firstJoin.promise,
      onStatus(changed) {
        watchers.add(changed);
        return () => watchers.delete(changed);
      },
      on(event, schema, listen) {
        const listener = (message: Broadcast) => {
          if (message.event !== event) return;
          const parsed = schema.safeParse(JSON.parse(cutLongClusters(JSON.stringify(message.payload ?? null))));
          if (parsed.success) listen(parsed.data);
        };
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close() {
        if (status === "closed") return;
        setStatus("closed");
        cancelRejoin();
        settleFirstJoin(fail("network/signalling-lost"));
        watchers.clear();
        listeners.clear();
        topics.delete(topic);
        if (channel !== null) void client.removeChannel(channel);
        channel = null;
      },
    };
    topics.add(topic);
    open();
    return topic;
  }

  return {
    join,
    wake() {
      if (!closed && !client.isConnected()) client.connect();
    },
    close() {
      if (closed) return;
      for (const topic of [...topics]) topic.close();
      closed = true;
      endTokenCheck();
      void client.disconnect();
    },
  };
}

/** Returns the error of a join that the policies rejected, or null: other errors may be transient. */
function joinError(error: Error | undefined): Failure | null {
  return error !== undefined && /^unauthorized/iu.test(error.message) ? { code: "request/not-allowed" } : null;
}
