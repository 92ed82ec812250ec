/**
 * Waiting to be let in: from the knock at the door until one is in, goes, or there is nothing to wait for.
 *
 * - A broadcast may get lost: how the knock stands is asked for at each join of its topic, when its first join
 *   fails, on waking and every `LOOK`.
 * - What was heard or asked meanwhile makes an answer that is on its way an old one: it is thrown away, and asked for anew.
 * - Times of the server are turned into this device's, whose clock may be wrong.
 * - A knock is the person's, not the tab's: when another tab withdraws it by going, this one knocks again by itself.
 */
import { ERRORS, type ErrorCode, type Failure } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Knocked, Participant } from "#contracts/meetings.ts";
import { doorEvents, topics } from "#contracts/realtime.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SayGoodbye } from "../../platform/goodbye.ts";
import type { Realtime } from "../../platform/realtime.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, keepObject, type Store } from "../../platform/store.ts";

/** What one says at the door. */
export interface Said {
  readonly display_name: string;
  readonly speaks: Language;
  readonly reads: Language;
}

/** Times are milliseconds since the epoch by this device's clock. */
export type WaitingState =
  | { readonly name: "waiting"; readonly until: number }
  | { readonly name: "denied"; readonly againAt: number; readonly mayAsk: boolean }
  /** The knock ran out, or was withdrawn: one may knock again. */
  | { readonly name: "lapsed" }
  | { readonly name: "admitted"; readonly participant: Participant }
  /** Nothing to wait for any more. */
  | { readonly name: "over"; readonly error: Failure }
  | { readonly name: "left" };

export interface WaitingSnapshot {
  readonly state: WaitingState;
  readonly said: Said;
  /** Whether somebody is in the call now; null: not known. */
  readonly inside: boolean | null;
  /** Why the last look or knock did not succeed; it goes on all the same. */
  readonly trouble: ErrorCode | null;
  /** A knock is on its way. */
  readonly asking: boolean;
}

export interface Waiting extends Store<WaitingSnapshot> {
  /** Knocks again, with other values where they are given; while one waits, it changes them. `false`: nothing changed. */
  ask(said?: Said): Promise<boolean>;
  /** Waits no longer, and those who lead are told. */
  leave(): Promise<void>;
  /** The same for a page that is going away. Should it come back, one may knock again. */
  leaveNow(): void;
  /** The page came back, or the network did. */
  wake(): void;
  close(): void;
}

export interface WaitingOptions {
  meetingId: string;
  userId: string;
  code: string;
  said: Said;
  /** The door's answer. */
  knocked: Exclude<Knocked, { admission: "admitted" }>;
  /** Milliseconds since the epoch, by the server, when the door answered. */
  serverNow: number;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  sayGoodbye: SayGoodbye;
}

export const LOOK = 30_000;
/** Sooner, when a look did not succeed. */
export const LOOK_AGAIN = 5_000;
/** An end that is due is looked for, but not without a pause. */
const PAUSE = 1_000;
/** So often a tab knocks again without anybody's doing; then it asks. */
export const AGAIN = 5;

export function createWaiting(options: WaitingOptions): Waiting {
  const { meetingId, userId, code, rpc, realtime, clock } = options;
  const ahead = options.serverNow - clock.now();
  const here = (time: string) => Date.parse(time) - ahead;

  const store = createStore<WaitingSnapshot>({
    state: stateOf(options.knocked),
    said: options.said,
    inside: null,
    trouble: null,
    asking: false,
  });
  /** Rises with whatever makes an answer on its way an old one. */
  let version = 0;
  let looking = false;
  let closed = false;
  let again = 0;
  let cancelLook = () => {};
  let cancelDue = () => {};

  const show = (change: Partial<WaitingSnapshot>) => {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, ...change }));
  };
  const nameNow = () => store.getSnapshot().state.name;

  function stateOf(knocked: Exclude<Knocked, { admission: "admitted" }>): WaitingState {
    if (knocked.admission === "waiting") return { name: "waiting", until: here(knocked.until) };
    const againAt = here(knocked.again_at);
    return { name: "denied", againAt, mayAsk: againAt <= clock.now() };
  }

  function become(state: WaitingState) {
    show({ state: keepObject(store.getSnapshot().state, state) });
    cancelDue();
    switch (state.name) {
      case "waiting":
        cancelDue = clock.after(Math.max(PAUSE, state.until - clock.now()), () => void look());
        return;
      case "denied":
        if (!state.mayAsk)
          cancelDue = clock.after(Math.max(0, state.againAt - clock.now()), () => become({ ...state, mayAsk: true }));
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

  const take = (knocked: Knocked) =>
    become(
      knocked.admission === "admitted" ? { name: "admitted", participant: knocked.participant } : stateOf(knocked),
    );

  async function look(): Promise<void> {
    if (looking || closed) return;
    looking = true;
    cancelLook();
    const asked = version;
    const [standing, found] = await Promise.all([
      rpc("knock_standing", { meeting_id: meetingId }),
      rpc("find_meeting", { code }),
    ]);
    looking = false;
    if (closed) return;
    if (asked !== version) return look();
    show({ inside: found.ok ? found.value.state === "live" : null });
    cancelLook = clock.after(standing.ok ? LOOK : LOOK_AGAIN, () => void look());
    if (!standing.ok) {
      if (passes(standing.error.code)) show({ trouble: standing.error.code });
      else become({ name: "over", error: standing.error });
      return;
    }
    show({ trouble: null });
    if (standing.value.admission !== "ended") return take(standing.value);
    const { state, said, asking } = store.getSnapshot();
    // The answer to that knock says how it stands.
    if (asking) return;
    const early = state.name === "waiting" && state.until > clock.now();
    if (early && !standing.value.ran_out && again < AGAIN) {
      again += 1;
      if (await knock(said, false)) return;
    }
    if (!closed) become({ name: "lapsed" });
  }

  /** A knock that stands keeps standing when a changed one is refused. */
  async function knock(said: Said, stands: boolean): Promise<boolean> {
    version += 1;
    show({ asking: true, trouble: null });
    const knocked = await rpc("knock", { code, ...said });
    // What a look found while this was on its way may be older than the answer.
    version += 1;
    if (closed) return false;
    show({ asking: false });
    if (knocked.ok) {
      show({ said });
      take(knocked.value);
      return true;
    }
    const { error } = knocked;
    const final = error.code === "meeting/ended" || (!stands && !passes(error.code));
    if (final) become({ name: "over", error });
    else show({ trouble: error.code });
    return false;
  }

  /** Something was told: what is on its way may be older than that. */
  function told(state?: WaitingState) {
    version += 1;
    if (state !== undefined) become(state);
    void look();
  }

  const topic = realtime.join(topics.door(meetingId, userId));
  topic.on("admitted", doorEvents.admitted, () => told());
  topic.on("denied", doorEvents.denied, ({ again_at }) =>
    told(stateOf({ admission: "denied", meeting_id: meetingId, again_at })),
  );
  topic.on("ended", doorEvents.ended, () => told({ name: "over", error: { code: "meeting/ended" } }));
  topic.on("members_only", doorEvents.members_only, () => told());
  topic.on("withdrawn", doorEvents.withdrawn, () => told());
  // What was told before is lost, and an answer that is on its way may not know of it.
  topic.onStatus((status) => status === "joined" && told());
  // Refused: there may be nothing to wait for any more, and nobody to tell it here.
  void topic.joined().then(({ ok }) => {
    if (!ok) told();
  });

  function close() {
    if (closed) return;
    closed = true;
    cancelLook();
    cancelDue();
    topic.close();
  }

  become(store.getSnapshot().state);
  void look();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    async ask(said = store.getSnapshot().said) {
      if (closed || store.getSnapshot().asking) return false;
      again = 0;
      return await knock(said, nameNow() === "waiting");
    },
    async leave() {
      if (closed) return;
      const withdrawn =
        nameNow() === "waiting" ? rpc("withdraw_knock", { meeting_id: meetingId }, { asBefore: true }) : null;
      become({ name: "left" });
      await withdrawn;
    },
    leaveNow() {
      if (closed || nameNow() !== "waiting") return;
      version += 1;
      options.sayGoodbye({ to: "door", meeting_id: meetingId });
      become({ name: "lapsed" });
    },
    wake() {
      if (closed) return;
      realtime.wake();
      void look();
    },
    close,
  };
}

/** Worth another try without anybody's doing. */
function passes(code: ErrorCode): boolean {
  const { category } = ERRORS[code];
  return category !== "permission" && category !== "not-found" && category !== "input";
}
