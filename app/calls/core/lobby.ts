/**
 * Who waits to be let in, for those who lead the meeting. Its topic has no order and its broadcasts may get lost: so the
 * whole list is asked for when the topic is joined, and whenever a heartbeat counts otherwise.
 */
import type { Waiting } from "#contracts/meetings.ts";
import { hostsEvents, topics } from "#contracts/realtime.ts";
import type { Realtime, Topic } from "../../platform/realtime.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";

export interface Lobby extends Store<readonly Waiting[]> {
  /** Whether this person leads the meeting now: who does not hears nothing of the lobby. */
  setLeads(leads: boolean): void;
  /** So many wait, says a heartbeat. */
  counted(waiting: number): void;
  close(): void;
}

export interface LobbyOptions {
  meetingId: string;
  rpc: Rpc;
  realtime: Realtime;
}

export function createLobby({ meetingId, rpc, realtime }: LobbyOptions): Lobby {
  const store = createStore<readonly Waiting[]>([]);
  let topic: Topic | null = null;
  /** Raised by what makes an answer under way stale. */
  let news = 0;
  let closed = false;

  /** Who knocked first stands first; who is told again keeps their place. */
  function set(next: readonly Waiting[]) {
    const before = store.getSnapshot();
    const kept = next.map((one) =>
      keepObject(
        before.find(({ user_id }) => user_id === one.user_id),
        one,
      ),
    );
    store.set(keepList(before, kept));
  }
  const without = (userId: string) => store.getSnapshot().filter(({ user_id }) => user_id !== userId);

  async function ask(): Promise<void> {
    news += 1;
    const mine = news;
    const answer = await rpc("lobby", { meeting_id: meetingId });
    if (closed || topic === null) return;
    // Somebody came or went meanwhile: the answer may be from before.
    if (mine !== news) return ask();
    // A failed question is asked again when the next heartbeat counts otherwise.
    if (answer.ok) set(answer.value.waiting);
  }

  function listen(): Topic {
    const joined = realtime.join(topics.hosts(meetingId));
    joined.on("knocked", hostsEvents.knocked, ({ waiting }) => {
      news += 1;
      const known = store.getSnapshot().some(({ user_id }) => user_id === waiting.user_id);
      const next = known
        ? store.getSnapshot().map((one) => (one.user_id === waiting.user_id ? waiting : one))
        : [...store.getSnapshot(), waiting];
      set(next);
    });
    joined.on("knock_ended", hostsEvents.knock_ended, ({ user_id }) => {
      news += 1;
      set(without(user_id));
    });
    joined.onStatus((status) => {
      if (status === "joined") void ask();
    });
    return joined;
  }

  function forget() {
    topic?.close();
    topic = null;
    store.set(keepList(store.getSnapshot(), []));
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setLeads(leads) {
      if (closed || leads === (topic !== null)) return;
      if (leads) topic = listen();
      else forget();
    },
    counted(waiting) {
      if (topic !== null && waiting !== store.getSnapshot().length) void ask();
    },
    close() {
      closed = true;
      forget();
    },
  };
}
