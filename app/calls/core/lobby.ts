/**
 * Who waits to be let in, for those who lead the meeting. Its topic tells that something changed, never what: the list is
 * asked for then, when the topic is joined, and when a heartbeat counts otherwise or the last answer failed. Broadcasts may
 * get lost, and fifty may come at once.
 */
import type { Waiting } from "#contracts/meetings.ts";
import { hostsEvents, topics } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
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
  clock: Clock;
}

/** Between two questions, however much changes. */
export const LOBBY_PAUSE = 1_000;

export function createLobby({ meetingId, rpc, realtime, clock }: LobbyOptions): Lobby {
  const store = createStore<readonly Waiting[]>([]);
  let topic: Topic | null = null;
  /** Something changed that no answer has told yet. */
  let stale = false;
  let resting = false;
  let cancelRest: Cancel = () => {};
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

  /** Asks at once, or when the pause after the last question is over. */
  function ask() {
    stale = true;
    if (!resting) void askNow();
  }

  async function askNow(): Promise<void> {
    const asked = topic;
    stale = false;
    resting = true;
    const pause = new Promise<void>((resolve) => {
      cancelRest = clock.after(LOBBY_PAUSE, resolve);
    });
    const answer = await rpc("lobby", { meeting_id: meetingId });
    if (topic !== asked || topic === null) return;
    if (answer.ok) set(answer.value.waiting);
    await pause;
    if (topic !== asked) return;
    resting = false;
    if (!answer.ok) stale = true;
    else if (stale) void askNow();
  }

  function listen(): Topic {
    const joined = realtime.join(topics.hosts(meetingId));
    joined.on("lobby_changed", hostsEvents.lobby_changed, ask);
    joined.onStatus((status) => {
      if (status === "joined") ask();
    });
    return joined;
  }

  function forget() {
    topic?.close();
    topic = null;
    cancelRest();
    resting = false;
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
      if (topic !== null && (stale || waiting !== store.getSnapshot().length)) ask();
    },
    close() {
      closed = true;
      forget();
    },
  };
}
