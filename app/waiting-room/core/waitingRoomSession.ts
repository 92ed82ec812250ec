/**
 * The waiting room session of a visitor: from the knock until admission, leaving, or an end of the wait.
 *
 * - Broadcasts may be lost. The state is polled when the topic is joined, when its first join fails, when the page
 *   wakes, and every `POLL_INTERVAL_MS`.
 * - An event that arrives while a request is in flight makes its response stale: the response is dropped and the
 *   request repeated.
 * - Server times are converted to this device's clock, which may be wrong.
 * - A knock belongs to the user, not to the tab. If another tab withdraws it on leaving, this tab knocks again.
 */
import { ERROR_CATEGORIES, type ErrorCode, type Failure } from "#contracts/errors.ts";
import type { Knocked, Participant } from "#contracts/meetings.ts";
import { knockEvents, topics } from "#contracts/realtime.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SendLeaveBeacon } from "../../lib/leaveBeacon.ts";
import type { Realtime } from "../../lib/realtime.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, reuseIfShallowEqual, type Store } from "../../lib/store.ts";
import type { ParticipantInput } from "../../prejoin/participantForm.ts";

/** Times are milliseconds since the epoch by this device's clock. */
export type WaitingRoomState =
  /** `moderated`: whether somebody who can admit is in the call. */
  | { readonly name: "waiting"; readonly until: number; readonly moderated: boolean }
  | { readonly name: "denied"; readonly retryAt: number; readonly canRetry: boolean }
  /** The knock expired or was withdrawn; the visitor may knock again. */
  | { readonly name: "lapsed" }
  | { readonly name: "admitted"; readonly participant: Participant }
  /** The wait has ended. */
  | { readonly name: "over"; readonly error: Failure }
  | { readonly name: "left" };

export interface WaitingRoomSnapshot {
  readonly state: WaitingRoomState;
  readonly input: ParticipantInput;
  /** Whether somebody is in the call; null: unknown. */
  readonly callActive: boolean | null;
  /** Error of the last poll or knock; both are retried. */
  readonly error: ErrorCode | null;
  /** Whether a knock is in flight. */
  readonly knocking: boolean;
}

export interface WaitingRoomSession extends Store<WaitingRoomSnapshot> {
  /** Knocks again, or changes the pending knock. Returns false if nothing changed. */
  knockAgain(input?: ParticipantInput): Promise<boolean>;
  /** Withdraws the knock. */
  leave(): Promise<void>;
  /** Withdraws the knock on page unload. If the page returns, the visitor may knock again. */
  leaveOnUnload(): void;
  /** Call it when the page or the network is back. */
  wake(): void;
  close(): void;
}

export interface WaitingRoomSessionOptions {
  meetingId: string;
  userId: string;
  code: string;
  input: ParticipantInput;
  /** Response to the first knock. */
  knocked: Exclude<Knocked, { admission: "admitted" }>;
  /** Server time of that response, in milliseconds since the epoch. */
  serverNow: number;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  sendLeaveBeacon: SendLeaveBeacon;
}

export const POLL_INTERVAL_MS = 30_000;
/** Interval after a failed poll. */
export const POLL_RETRY_INTERVAL_MS = 5_000;
/** Minimum delay of the poll at the knock's expiry. */
const MIN_POLL_DELAY_MS = 1_000;
/** Number of automatic knocks of a tab; then the visitor has to knock. */
export const MAX_AUTO_KNOCKS = 5;

export function createWaitingRoomSession(options: WaitingRoomSessionOptions): WaitingRoomSession {
  const { meetingId, userId, code, rpc, realtime, clock } = options;
  const clockOffset = options.serverNow - clock.now();
  const toLocalTime = (time: string) => Date.parse(time) - clockOffset;

  const store = createStore<WaitingRoomSnapshot>({
    state: stateOf(options.knocked),
    input: options.input,
    callActive: null,
    error: null,
    knocking: false,
  });
  /** Increments with everything that makes a response in flight stale. */
  let version = 0;
  let polling = false;
  let closed = false;
  let autoKnocks = 0;
  let cancelPoll = () => {};
  let cancelDue = () => {};

  const updateSnapshot = (change: Partial<WaitingRoomSnapshot>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };
  const stateName = () => store.getSnapshot().state.name;

  function stateOf(knocked: Exclude<Knocked, { admission: "admitted" }>): WaitingRoomState {
    if (knocked.admission === "waiting") {
      const { until, moderated } = knocked;
      return { name: "waiting", until: toLocalTime(until), moderated };
    }
    const retryAt = toLocalTime(knocked.again_at);
    return { name: "denied", retryAt, canRetry: retryAt <= clock.now() };
  }

  function setState(state: WaitingRoomState) {
    updateSnapshot({ state: reuseIfShallowEqual(store.getSnapshot().state, state) });
    cancelDue();
    switch (state.name) {
      case "waiting":
        cancelDue = clock.after(Math.max(MIN_POLL_DELAY_MS, state.until - clock.now()), () => void poll());
        return;
      case "denied":
        if (!state.canRetry)
          cancelDue = clock.after(Math.max(0, state.retryAt - clock.now()), () =>
            setState({ ...state, canRetry: true }),
          );
        return;
      case "lapsed":
        return;
      case "admitted":
      case "over":
      case "left":
        return close();
      default:
        return state satisfies never;
    }
  }

  const applyKnock = (knocked: Knocked) =>
    setState(
      knocked.admission === "admitted" ? { name: "admitted", participant: knocked.participant } : stateOf(knocked),
    );

  async function poll(): Promise<void> {
    if (polling || closed) return;
    polling = true;
    cancelPoll();
    const polledVersion = version;
    const [status, found] = await Promise.all([
      rpc("knock_status", { p_meeting_id: meetingId }),
      rpc("find_meeting", { p_code: code }),
    ]);
    polling = false;
    if (closed) return;
    if (polledVersion !== version) return poll();
    updateSnapshot({ callActive: found.ok ? found.value.state === "live" : null });
    cancelPoll = clock.after(status.ok ? POLL_INTERVAL_MS : POLL_RETRY_INTERVAL_MS, () => void poll());
    if (!status.ok) {
      if (isTransient(status.error.code)) updateSnapshot({ error: status.error.code });
      else setState({ name: "over", error: status.error });
      return;
    }
    updateSnapshot({ error: null });
    if (status.value.admission !== "ended") return applyKnock(status.value);
    const { state, input, knocking } = store.getSnapshot();
    // The response to that knock brings the new state.
    if (knocking) return;
    const endedEarly = state.name === "waiting" && state.until > clock.now();
    if (endedEarly && !status.value.ran_out && autoKnocks < MAX_AUTO_KNOCKS) {
      autoKnocks += 1;
      if (await knock(input, false)) return;
    }
    if (!closed) setState({ name: "lapsed" });
  }

  /** Sends a knock. A rejected change keeps the current knock. */
  async function knock(input: ParticipantInput, keepsCurrent: boolean): Promise<boolean> {
    version += 1;
    updateSnapshot({ knocking: true, error: null });
    const knocked = await rpc("knock", {
      p_code: code,
      p_display_name: input.display_name,
      p_speaks: input.speaks,
      p_reads: input.reads,
    });
    // The result of a poll in the meantime may be older than this response.
    version += 1;
    if (closed) return false;
    updateSnapshot({ knocking: false });
    if (knocked.ok) {
      updateSnapshot({ input });
      applyKnock(knocked.value);
      return true;
    }
    const { error } = knocked;
    const final = error.code === "meeting/ended" || (!keepsCurrent && !isTransient(error.code));
    if (final) setState({ name: "over", error });
    else updateSnapshot({ error: error.code });
    return false;
  }

  /** Marks responses in flight as stale, and polls. */
  function invalidate(state?: WaitingRoomState) {
    version += 1;
    if (state !== undefined) setState(state);
    void poll();
  }

  const topic = realtime.join(topics.knock(meetingId, userId));
  topic.on("admitted", knockEvents.admitted, () => invalidate());
  topic.on("denied", knockEvents.denied, ({ again_at }) =>
    invalidate(stateOf({ admission: "denied", meeting_id: meetingId, again_at })),
  );
  topic.on("ended", knockEvents.ended, () => invalidate({ name: "over", error: { code: "meeting/ended" } }));
  topic.on("members_only", knockEvents.members_only, () => invalidate());
  topic.on("withdrawn", knockEvents.withdrawn, () => invalidate());
  // Earlier broadcasts are lost, and a response in flight may predate them.
  topic.onStatus((status) => status === "joined" && invalidate());
  // Rejected: the wait may be over, and no broadcast will arrive here.
  void topic.joined().then(({ ok }) => {
    if (!ok) invalidate();
  });

  function close() {
    if (closed) return;
    closed = true;
    cancelPoll();
    cancelDue();
    topic.close();
  }

  setState(store.getSnapshot().state);
  void poll();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    async knockAgain(input = store.getSnapshot().input) {
      if (closed || store.getSnapshot().knocking) return false;
      autoKnocks = 0;
      return await knock(input, stateName() === "waiting");
    },
    async leave() {
      if (closed) return;
      const withdrawn =
        stateName() === "waiting" ? rpc("withdraw_knock", { p_meeting_id: meetingId }, { useLastToken: true }) : null;
      setState({ name: "left" });
      await withdrawn;
    },
    leaveOnUnload() {
      if (closed || stateName() !== "waiting") return;
      version += 1;
      options.sendLeaveBeacon({ to: "knock", meeting_id: meetingId });
      setState({ name: "lapsed" });
    },
    wake() {
      if (closed) return;
      realtime.wake();
      void poll();
    },
    close,
  };
}

/** Returns whether an automatic retry makes sense. */
function isTransient(code: ErrorCode): boolean {
  const category = ERROR_CATEGORIES[code];
  return category !== "permission" && category !== "not-found" && category !== "input";
}
