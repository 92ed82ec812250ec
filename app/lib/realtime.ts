/** Private topics of Supabase Realtime: joined with the page's token, kept joined, every payload parsed. */
import { REALTIME_SUBSCRIBE_STATES, RealtimeClient } from "@supabase/realtime-js";
import type * as z from "zod/mini";
import { type Failure, fail, ok, type Result } from "#contracts/errors.ts";
import type { Clock } from "./clock.ts";
import type { AccessToken } from "./supabaseHttp.ts";

/** `lost`: was joined, the socket or the server let go; rejoining goes on by itself. `closed`: by us, for good. */
export type TopicStatus = "joining" | "joined" | "lost" | "closed";

export interface Topic {
  readonly name: string;
  status(): TopicStatus;
  /**
   * Settles once: joined for the first time, or not within the time limit (`network/signalling-lost`), refused by
   * the policies (`request/not-allowed`), or closed before. Joining is tried further until `close`.
   */
  joined(): Promise<Result<null>>;
  /** Hears every change of status; `joined` after `lost` means that broadcasts may have been missed. */
  onStatus(changed: (status: TopicStatus) => void): () => void;
  /** Hears the broadcasts named `event` whose payload the schema accepts. */
  on<Schema extends z.ZodMiniType>(
    event: string,
    schema: Schema,
    heard: (payload: z.infer<Schema>) => void,
  ): () => void;
  /** Broadcasts to the others. `false` when it could not leave; `true` does not promise that it arrives. */
  send(event: string, payload: object): boolean;
  close(): void;
}

export interface Realtime {
  /** One owner for each name: join a name again only after its `close`. */
  join(name: string): Topic;
  /** Connects now: topics will be joined soon, or the page came back, or the network did. */
  wake(): void;
  /** Broadcasts that no schema accepted. They are dropped: a payload is a claim. */
  dropped(): number;
  close(): void;
}

export interface RealtimeOptions {
  /** Origin of Supabase, without a slash at the end. */
  supabaseUrl: string;
  publishableKey: string;
  accessToken: AccessToken;
  clock: Clock;
  /** A WebSocket for places without one. */
  transport?: NonNullable<ConstructorParameters<typeof RealtimeClient>[1]>["transport"];
}

export const JOIN_TIMEOUT_MS = 15_000;
const TOKEN_CHECK_INTERVAL_MS = 20_000;
const REJOIN_DELAY_MS = 1_000;

type Channel = ReturnType<RealtimeClient["channel"]>;

export function createRealtime({
  supabaseUrl,
  publishableKey,
  accessToken,
  clock,
  transport,
}: RealtimeOptions): Realtime {
  const client = new RealtimeClient(`${supabaseUrl.replace(/^http/u, "ws")}/realtime/v1`, {
    params: { apikey: publishableKey },
    // Half the usual: a dead socket is noticed within 25 s.
    heartbeatIntervalMs: 12_500,
    ...(transport === undefined ? {} : { transport }),
  });
  const topics = new Set<Topic>();
  let dropped = 0;
  let closed = false;

  /**
   * The token is set by hand before every join. The client's own callback is not used: with two joins at once it
   * lets one of them leave without a token, and a private topic then refuses it. Set at once where it is known.
   */
  function authorise(): void | Promise<void> {
    const set = (token: string | null) => {
      // A token that is given is taken at once; the promise has nothing to tell.
      if (token !== null && !closed) void client.setAuth(token);
    };
    const token = accessToken();
    // No token now: the join is refused and tried again.
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
    /** Each says whether its schema accepted the payload. */
    const listeners = new Set<{ event: string; accept: (payload: unknown) => boolean }>();
    const firstJoin = Promise.withResolvers<Result<null>>();
    const cancelTimeout = clock.after(JOIN_TIMEOUT_MS, () => firstJoin.resolve(fail("network/signalling-lost")));

    const setStatus = (next: TopicStatus) => {
      if (status === next || status === "closed") return;
      status = next;
      for (const watcher of [...watchers]) watcher(next);
    };

    const settleFirstJoin = (result: Result<null>) => {
      cancelTimeout();
      firstJoin.resolve(result);
    };

    function handleBroadcast(message: { event: string; payload?: unknown }) {
      for (const listener of [...listeners]) {
        if (listener.event === message.event && !listener.accept(message.payload)) dropped += 1;
      }
    }

    /** Leaves before the page is drawn anew, where the token is known. */
    function open() {
      const authorised = authorise();
      if (authorised === undefined) subscribe();
      else void authorised.then(subscribe);
    }

    function subscribe() {
      if (status === "closed") return;
      channel = client.channel(name, { config: { private: true, broadcast: { self: false, ack: false } } });
      channel.on("broadcast", { event: "*" }, handleBroadcast);
      channel.subscribe((state, error) => {
        switch (state) {
          case REALTIME_SUBSCRIBE_STATES.SUBSCRIBED:
            setStatus("joined");
            settleFirstJoin(ok(null));
            return;
          case REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR: {
            setStatus(status === "joining" ? "joining" : "lost");
            const rejection = joinError(error);
            if (rejection !== null) settleFirstJoin({ ok: false, error: rejection });
            // The token may be what was refused; the client rejoins by itself.
            void authorise();
            return;
          }
          case REALTIME_SUBSCRIBE_STATES.TIMED_OUT:
            setStatus(status === "joining" ? "joining" : "lost");
            return;
          case REALTIME_SUBSCRIBE_STATES.CLOSED:
            // The server closes a topic when the token expires, and the client does not come back from that.
            if (status === "closed") return;
            setStatus(status === "joining" ? "joining" : "lost");
            channel = null;
            cancelRejoin = clock.after(REJOIN_DELAY_MS, open);
            return;
          default: {
            const unknown: never = state;
            throw new Error(`unknown channel state ${unknown}`);
          }
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
        const accept = (payload: unknown) => {
          const parsed = schema.safeParse(payload);
          if (parsed.success) listen(parsed.data);
          return parsed.success;
        };
        const listener = { event, accept };
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      send(event, payload) {
        // Asked of the socket itself: between its end and the news of it the client would fall back to REST.
        if (status !== "joined" || channel === null || channel.state !== "joined" || !client.isConnected())
          return false;
        void channel.send({ type: "broadcast", event, payload });
        return true;
      },
      close() {
        if (status === "closed") return;
        setStatus("closed");
        cancelRejoin();
        settleFirstJoin(fail("network/signalling-lost", "closed"));
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
    dropped: () => dropped,
    close() {
      if (closed) return;
      for (const topic of [...topics]) topic.close();
      closed = true;
      endTokenCheck();
      void client.disconnect();
    },
  };
}

/** The server's answer to a join that its policies refuse begins with "Unauthorized"; all else may pass. */
function joinError(error: Error | undefined): Failure | null {
  return error !== undefined && /^unauthorized/iu.test(error.message) ? { code: "request/not-allowed" } : null;
}
