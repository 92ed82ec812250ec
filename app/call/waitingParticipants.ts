/**
 * The waiting room as moderators see it. Its topic signals that something changed, never what. The list is fetched after a
 * signal, when the topic is joined, and when a heartbeat reports another count or the last request failed. Broadcasts may
 * be lost, and fifty may arrive at once.
 */
import type { WaitingParticipant } from "#contracts/meetings.ts";
import { moderatorEvents, topics } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { Realtime, Topic } from "../lib/realtime.ts";
import type { Rpc } from "../lib/rpc.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../lib/store.ts";

export interface WaitingParticipants extends Store<readonly WaitingParticipant[]> {
  /** Subscribes to the waiting room only while the local participant moderates. */
  setModerating(moderates: boolean): void;
  /** Takes the count that a heartbeat returned. */
  onWaitingCount(waiting: number): void;
  close(): void;
}

export interface WaitingParticipantsOptions {
  meetingId: string;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
}

/** Minimum time between two requests, however much changes. */
export const WAITING_REFRESH_MS = 1_000;

export function createWaitingParticipants({
  meetingId,
  rpc,
  realtime,
  clock,
}: WaitingParticipantsOptions): WaitingParticipants {
  const store = createStore<readonly WaitingParticipant[]>([]);
  let topic: Topic | null = null;
  /** The list changed after the last request. */
  let stale = false;
  let throttled = false;
  let cancelThrottle: Cancel = () => {};
  let closed = false;

  /** Keeps the order of knocking, and the object of an unchanged participant. */
  function setWaiting(next: readonly WaitingParticipant[]) {
    const currentWaiting = store.getSnapshot();
    const nextWaiting = next.map((waiting) =>
      reuseIfShallowEqual(
        currentWaiting.find(({ user_id }) => user_id === waiting.user_id),
        waiting,
      ),
    );
    store.set(reuseListIfEqual(currentWaiting, nextWaiting));
  }

  /** Fetches the list at once, or when the pause after the last request ends. */
  function requestRefresh() {
    stale = true;
    if (!throttled) void refresh();
  }

  async function refresh(): Promise<void> {
    const requestTopic = topic;
    stale = false;
    throttled = true;
    const pause = new Promise<void>((resolve) => {
      cancelThrottle = clock.after(WAITING_REFRESH_MS, resolve);
    });
    const result = await rpc("waiting_participants", { p_meeting_id: meetingId });
    if (topic !== requestTopic || topic === null) return;
    if (result.ok) setWaiting(result.value.waiting);
    await pause;
    if (topic !== requestTopic) return;
    throttled = false;
    if (!result.ok) stale = true;
    else if (stale) void refresh();
  }

  function subscribe(): Topic {
    const newTopic = realtime.join(topics.moderators(meetingId));
    newTopic.on("waiting_participants_changed", moderatorEvents.waiting_participants_changed, requestRefresh);
    newTopic.onStatus((status) => {
      if (status === "joined") requestRefresh();
    });
    return newTopic;
  }

  function unsubscribe() {
    topic?.close();
    topic = null;
    cancelThrottle();
    throttled = false;
    store.set(reuseListIfEqual(store.getSnapshot(), []));
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    setModerating(moderates) {
      if (closed || moderates === (topic !== null)) return;
      if (moderates) topic = subscribe();
      else unsubscribe();
    },
    onWaitingCount(waiting) {
      if (topic !== null && (stale || waiting !== store.getSnapshot().length)) requestRefresh();
    },
    close() {
      closed = true;
      unsubscribe();
    },
  };
}
