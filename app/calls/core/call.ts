/**
 * A person's part in a meeting's call, over all its stays:
 * joining → connecting → connected ⇄ reconnecting → left | taken-over | removed | ended | failed.
 * React reads the snapshot; it knows nothing of sockets and connections.
 */
import type { Failure } from "#contracts/errors.ts";
import type { Emoji } from "#contracts/lines.ts";
import type { EnteredCall, Meeting, Participant, Waiting } from "#contracts/meetings.ts";
import type { LiveMessage } from "#contracts/realtime.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { SayGoodbye } from "../../platform/goodbye.ts";
import type { Realtime } from "../../platform/realtime.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";
import { type CallState, refusedBy, stateOf } from "./callState.ts";
import type { Devices } from "./devices.ts";
import type { DeviceKind } from "./getUserMedia.ts";
import type { Mode } from "./mode.ts";
import { createOwnPart } from "./ownPart.ts";
import { isWeak, type Person, peopleOf } from "./people.ts";
import type { Screen } from "./screen.ts";
import { createStay, isRefusal, type LineFeed, type Stay, type StayEnd } from "./stay.ts";
import type { PreparedTransport, PrepareTransport } from "./transport.ts";

export interface CallSnapshot {
  readonly state: CallState;
  readonly meeting: Meeting | null;
  readonly callId: string | null;
  /** The meeting's `seq` when this person entered, the last time that they did: what comes after it is seen live. */
  readonly since: number;
  /** Milliseconds since the epoch, by this device's clock, however wrong that is. */
  readonly startedAt: number | null;
  readonly me: Participant | null;
  /** What this person leads, see `rank` of the contracts. */
  readonly rank: 0 | 1 | 2 | 3;
  /** Those in the call, in the order in which they came. */
  readonly people: readonly Person[];
  /** All of the meeting by user id, also those who are not in the call now. */
  readonly participants: ReadonlyMap<string, Participant>;
  /** Who waits to be let in; empty for who does not lead. */
  readonly lobby: readonly Waiting[];
  readonly mode: Mode;
  /** All lines to the others are poor. */
  readonly weak: boolean;
}

export interface Call extends Store<CallSnapshot> {
  /** Enters, or enters again after `left`, `taken-over` or `failed`. Does nothing in a call. */
  enter(): void;
  /** Ends the stay at once and tells the server. */
  leave(): Promise<void>;
  /** The same for a page that goes away, by a goodbye that outlives it. Only one that may come back is left in order. */
  leaveNow(mayReturn: boolean): void;
  setTyping(typing: boolean): void;
  /** Tells the others something of oneself; but for words under way also those who come later. */
  tell(message: Spoken): void;
  /** Turns a device on or off; in a mode that has no use for it, the mode widens first. Not a muted person's microphone. */
  toggle(kind: DeviceKind): void;
  /** A key is held to talk, or let go. Outside of a call it does nothing. */
  talk(on: boolean): void;
  /** What the new mode has no use for goes off, and comes back on with a mode that has. */
  setMode(mode: Mode): void;
  react(emoji: Emoji): void;
  /** Something of the meeting was not heard: asks for it. */
  catchUp(): void;
  /** The page is looked at again, or the network is back. */
  wake(): void;
  /** Ends everything without telling the server. */
  close(): void;
}

/** Of one's voice and of what one reads. */
export type Spoken = Extract<LiveMessage, { type: "recogniser" | "saying" | "reading" }>;

export interface CallOptions {
  meetingId: string;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  devices: Devices;
  screen: Screen;
  prepareTransport: PrepareTransport;
  feed: LineFeed;
  /** A UUID for each stay. */
  newId: () => string;
  sayGoodbye: SayGoodbye;
}

/** Waits between tries to enter, and to leave. Beyond them a first try fails; a stay that was cut goes on with the last. */
export const ENTER_AGAIN = [1_000, 3_000] as const;

export function createCall(options: CallOptions): Call {
  const { rpc, clock, feed } = options;
  const store = createStore<CallSnapshot>({
    state: { name: "joining" },
    meeting: null,
    callId: null,
    since: 0,
    startedAt: null,
    me: null,
    rank: 0,
    people: [],
    participants: new Map(),
    lobby: [],
    mode: "all",
    weak: false,
  });
  let stay: Stay | null = null;
  /** On the way in; then it is the stay's. */
  let prepared: PreparedTransport | null = null;
  /** In a call, or on the way into one. */
  let wanted = false;
  let knownUpTo: number | null = null;
  let since = 0;
  /** Raised whenever what is under way is no longer wanted. */
  let attempt = 0;
  let cancelRetry: Cancel = () => {};
  let recogniser: Extract<Spoken, { type: "recogniser" }> | null = null;
  const own = createOwnPart({ devices: options.devices, screen: options.screen, clock, changed: ownChanged });

  const show = (change: Partial<CallSnapshot>) => {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, ...change }));
  };
  const become = (state: CallState) => show({ state: keepObject(store.getSnapshot().state, state) });

  function start(state: CallState, patient: boolean) {
    attempt += 1;
    become(state);
    // While the server is asked: the topics can then be joined at once.
    options.realtime.wake();
    const peerId = options.newId();
    void enterAs(attempt, peerId, patient, 0);
    prepared = options.prepareTransport(peerId);
  }

  /** One peer id for all tries: an answer that got lost is given again. */
  async function enterAs(mine: number, peerId: string, patient: boolean, tries: number): Promise<void> {
    const answer = await rpc("enter_call", { meeting_id: options.meetingId, peer_id: peerId });
    if (mine !== attempt) {
      if (answer.ok) void sayLeft(answer.value);
      return;
    }
    if (answer.ok) return begin(answer.value);
    const wait = ENTER_AGAIN[patient ? Math.min(tries, ENTER_AGAIN.length - 1) : tries];
    if (isRefusal(answer.error) || wait === undefined) return end(refusedBy(answer.error));
    cancelRetry = clock.after(wait, () => void enterAs(mine, peerId, patient, tries + 1));
  }

  function begin(entered: EnteredCall) {
    if (prepared === null) return;
    const transport = prepared;
    prepared = null;
    since = entered.meeting.seq;
    const begun = createStay({
      entered,
      knownUpTo,
      rpc,
      realtime: options.realtime,
      clock,
      prepared: transport,
      feed,
      events: {
        changed: showStay,
        ended: stayEnded,
        refused,
      },
    });
    stay = begun;
    own.giveTo(begun.transport);
    if (recogniser !== null) begun.transport.announce(recogniser);
    showStay();
  }

  function stayEnded(why: StayEnd) {
    // A page that goes for good hears of its own goodbye.
    if (!wanted) return;
    switch (why) {
      case "gone":
        drop();
        return start({ name: "reconnecting", reason: "network/signalling-lost" }, true);
      case "taken-over":
      case "removed":
        return end({ name: why });
      case "over":
        return end({ name: "ended" });
      default:
        return why satisfies never;
    }
  }

  function refused(error: Failure) {
    const state = refusedBy(error);
    const left = stay;
    end(state);
    // The others would look at a frozen picture until the server misses this peer.
    if (left !== null && state.name === "failed") void sayLeft(left);
  }

  /** As who was in it: they may have signed out since. Of a peer that is gone it changes nothing. */
  async function sayLeft(left: Pick<Stay, "call" | "me">, tries = 0): Promise<void> {
    const answer = await rpc("leave_call", { call_id: left.call.id, peer_id: left.me.peer_id }, { asBefore: true });
    const wait = ENTER_AGAIN[tries];
    if (!answer.ok && !isRefusal(answer.error) && wait !== undefined)
      clock.after(wait, () => void sayLeft(left, tries + 1));
  }

  function ownChanged() {
    show({ mode: own.mode() });
    if (stay !== null) own.giveTo(stay.transport);
    showStay();
  }

  function showStay() {
    // Between two stays the last picture stays.
    if (stay === null) return;
    const { call, me, transport } = stay;
    const roster = stay.roster();
    const connection = stay.connection();
    const before = store.getSnapshot();
    own.setMuted(roster.participants.get(me.user_id)?.muted ?? false);
    const mine = own.shown(connection === "connected" ? "connected" : "reconnecting");
    const people = peopleOf(before.people, { roster, me, mine, media: transport.getSnapshot() });
    show({
      state: keepObject(before.state, stateOf(connection)),
      meeting: roster.meeting,
      callId: call.id,
      since,
      startedAt: stay.startedAt,
      me: roster.participants.get(me.user_id) ?? null,
      rank: stay.rank(),
      people,
      participants: sameMap(before.participants, roster.participants),
      lobby: stay.lobby.getSnapshot(),
      weak: isWeak(people),
    });
  }

  function drop() {
    attempt += 1;
    cancelRetry();
    prepared?.drop();
    prepared = null;
    if (stay === null) return;
    knownUpTo = stay.knownUpTo();
    stay.close();
    stay = null;
  }

  function end(state: CallState) {
    drop();
    wanted = false;
    own.suspend();
    const { state: before, people, lobby } = store.getSnapshot();
    show({ state: keepObject(before, state), people: keepList(people, []), lobby: keepList(lobby, []), weak: false });
  }

  function enter() {
    if (wanted) return;
    wanted = true;
    start({ name: "joining" }, false);
    own.resume();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    enter,
    async leave() {
      const left = stay;
      end({ name: "left" });
      if (left !== null) await sayLeft(left);
    },
    leaveNow(mayReturn) {
      if (!wanted) return;
      if (stay !== null) options.sayGoodbye({ to: "call", call_id: stay.call.id, peer_id: stay.me.peer_id });
      wanted = false;
      // The next page would wait while this one is drawn anew for nobody.
      if (mayReturn) end({ name: "left" });
    },
    tell(message) {
      if (message.type === "recogniser") recogniser = message;
      if (message.type === "saying") stay?.transport.pass(message);
      else stay?.transport.announce(message);
    },
    setTyping(typing) {
      stay?.transport.announce({ type: "typing", typing });
    },
    toggle: own.toggle,
    talk(on) {
      if (wanted || !on) own.talk(on);
    },
    setMode: own.setMode,
    react: (emoji) => own.react(emoji, stay?.transport ?? null),
    catchUp() {
      stay?.catchUp();
    },
    wake() {
      stay?.wake();
    },
    close() {
      own.close();
      drop();
    },
  };
}

function sameMap<K, V>(before: ReadonlyMap<K, V>, next: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const same = before.size === next.size && [...next].every(([key, value]) => before.get(key) === value);
  return same ? before : next;
}
