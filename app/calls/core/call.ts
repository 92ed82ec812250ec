/**
 * A person's part in a meeting's call, over all its stays:
 * joining → connecting → connected ⇄ reconnecting → left | taken-over | failed.
 * React reads the snapshot; it knows nothing of sockets and connections.
 */
import type { ErrorCode, Failure } from "#contracts/errors.ts";
import type { EnteredCall, Participant } from "#contracts/meetings.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Realtime } from "../../platform/realtime.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, keepList, keepObject, type Store } from "../../platform/store.ts";
import type { Devices } from "./devices.ts";
import { createStay, isNetwork, type LineFeed, type Stay } from "./stay.ts";
import { type MakeTransport, NOTHING_YET, type RemoteMedia } from "./transport.ts";

export type CallState =
  | { readonly name: "joining" }
  /** Entered; the meeting's topic is not heard yet. */
  | { readonly name: "connecting" }
  | { readonly name: "connected" }
  /** It is tried further; `reason` says what is missing. */
  | { readonly name: "reconnecting"; readonly reason: ErrorCode }
  | { readonly name: "left" }
  /** Another tab of the same person is the peer now. `enter` takes the call back. */
  | { readonly name: "taken-over" }
  /** `enter` tries again. */
  | { readonly name: "failed"; readonly error: Failure };

export interface Person extends RemoteMedia {
  readonly participant: Participant;
  readonly peerId: string;
  readonly isMe: boolean;
}

export interface CallSnapshot {
  readonly state: CallState;
  readonly meeting: { readonly id: string; readonly code: string; readonly title: string | null } | null;
  readonly callId: string | null;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly me: Participant | null;
  /** Those in the call, in the order in which they came. */
  readonly people: readonly Person[];
  /** All of the meeting by user id, also those who are not in the call now. */
  readonly participants: ReadonlyMap<string, Participant>;
}

export interface Call extends Store<CallSnapshot> {
  /** Enters, or enters again after `left`, `taken-over` or `failed`. Does nothing in a call. */
  enter(): void;
  /** Ends the stay at once and tells the server. */
  leave(): Promise<void>;
  /** For a page that goes away: the same without waiting, in a request that outlives it. */
  leaveNow(): void;
  setTyping(typing: boolean): void;
  /** Something of the meeting was not heard: asks for it. */
  catchUp(): void;
  /** The page is looked at again, or the network is back. */
  wake(): void;
  /** Ends everything without telling the server. */
  close(): void;
}

export interface CallOptions {
  meetingId: string;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  devices: Devices;
  makeTransport: MakeTransport;
  feed: LineFeed;
  /** A UUID for each stay. */
  newId: () => string;
}

/** Waits between tries to enter. Beyond them a first try fails; a stay that was cut goes on with the last. */
export const ENTER_AGAIN = [1_000, 3_000] as const;

export function createCall(options: CallOptions): Call {
  const { rpc, clock, devices, feed } = options;
  const store = createStore<CallSnapshot>({
    state: { name: "joining" },
    meeting: null,
    callId: null,
    startedAt: null,
    me: null,
    people: [],
    participants: new Map(),
  });
  let stay: Stay | null = null;
  /** In a call, or on the way into one. */
  let wanted = false;
  let knownUpTo: number | null = null;
  /** Raised whenever what is under way is no longer wanted. */
  let attempt = 0;
  let cancelRetry: Cancel = () => {};

  const show = (change: Partial<CallSnapshot>) => {
    const now = store.getSnapshot();
    store.set(keepObject(now, { ...now, ...change }));
  };
  const become = (state: CallState) => show({ state: keepObject(store.getSnapshot().state, state) });

  function start(state: CallState, patient: boolean) {
    attempt += 1;
    become(state);
    void enterAs(attempt, options.newId(), patient, 0);
  }

  /** One peer id for all tries: an answer that got lost is given again. */
  async function enterAs(mine: number, peerId: string, patient: boolean, tries: number): Promise<void> {
    const answer = await rpc("enter_call", { meeting_id: options.meetingId, peer_id: peerId });
    if (mine !== attempt) {
      if (answer.ok) void rpc("leave_call", { call_id: answer.value.call.id, peer_id: peerId });
      return;
    }
    if (answer.ok) return begin(answer.value);
    const wait = ENTER_AGAIN[patient ? Math.min(tries, ENTER_AGAIN.length - 1) : tries];
    if (!isNetwork(answer.error) || wait === undefined) return end({ name: "failed", error: answer.error });
    cancelRetry = clock.after(wait, () => void enterAs(mine, peerId, patient, tries + 1));
  }

  function begin(entered: EnteredCall) {
    const begun = createStay({
      entered,
      knownUpTo,
      rpc,
      realtime: options.realtime,
      clock,
      makeTransport: options.makeTransport,
      feed,
      events: {
        changed: showStay,
        ended(why) {
          drop();
          if (why === "taken-over") end({ name: "taken-over" });
          else start({ name: "reconnecting", reason: "network/signalling-lost" }, true);
        },
        refused(error) {
          drop();
          end({ name: "failed", error });
        },
      },
    });
    stay = begun;
    giveDevices();
    showStay();
  }

  function giveDevices() {
    if (stay === null) return;
    const { tracks, microphone, camera, speaking } = devices.getSnapshot();
    stay.transport.setTracks(tracks);
    stay.transport.announce({ type: "media", microphone: microphone.name === "live", camera: camera.name === "live" });
    stay.transport.announce({ type: "speaking", speaking });
  }
  const endDevices = devices.subscribe(() => {
    giveDevices();
    showStay();
  });

  function showStay() {
    // Between two stays the last picture stays.
    if (stay === null) return;
    const { meeting, call, me } = stay.entered;
    const roster = stay.roster();
    const connection = stay.connection();
    const media = stay.transport.getSnapshot();
    const before = store.getSnapshot();
    const mine = ownMedia(devices, connection === "connected" ? "connected" : "reconnecting");
    const people = roster.peers.flatMap((peer): Person[] => {
      const participant = roster.participants.get(peer.user_id);
      const isMe = peer.peer_id === me.peer_id;
      // A tab of this person that is being taken over is nobody else.
      if (participant === undefined || (!isMe && peer.user_id === me.user_id)) return [];
      const shown = isMe ? mine : (media.get(peer.peer_id) ?? NOTHING_YET);
      const known = before.people.find(({ peerId }) => peerId === peer.peer_id);
      return [keepObject(known, { ...shown, participant, peerId: peer.peer_id, isMe })];
    });
    show({
      state: keepObject(before.state, stateOf(connection)),
      meeting: keepObject(before.meeting ?? undefined, { id: meeting.id, code: meeting.code, title: meeting.title }),
      callId: call.id,
      startedAt: call.started_at,
      me: roster.participants.get(me.user_id) ?? null,
      people: keepList(before.people, people),
      participants: sameMap(before.participants, roster.participants),
    });
  }

  function drop() {
    attempt += 1;
    cancelRetry();
    if (stay === null) return;
    knownUpTo = stay.knownUpTo();
    stay.close();
    stay = null;
  }

  function end(state: CallState) {
    drop();
    wanted = false;
    devices.suspend();
    show({ state: keepObject(store.getSnapshot().state, state), people: keepList(store.getSnapshot().people, []) });
  }

  function enter() {
    if (wanted) return;
    wanted = true;
    start({ name: "joining" }, false);
    void devices.resume();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    enter,
    async leave() {
      const left = stay?.entered;
      end({ name: "left" });
      if (left !== undefined) await rpc("leave_call", { call_id: left.call.id, peer_id: left.me.peer_id });
    },
    leaveNow() {
      if (!wanted) return;
      const left = stay?.entered;
      if (left !== undefined)
        void rpc("leave_call", { call_id: left.call.id, peer_id: left.me.peer_id }, { keepalive: true });
      end({ name: "left" });
    },
    setTyping(typing) {
      stay?.transport.announce({ type: "typing", typing });
    },
    catchUp() {
      stay?.catchUp();
    },
    wake() {
      stay?.wake();
    },
    close() {
      endDevices();
      drop();
    },
  };
}

function stateOf(connection: ReturnType<Stay["connection"]>): CallState {
  if (typeof connection === "string") return { name: connection };
  return { name: "reconnecting", reason: connection.lost };
}

function ownMedia(devices: Devices, connection: RemoteMedia["connection"]): RemoteMedia {
  const { preview, microphone, camera, speaking } = devices.getSnapshot();
  return {
    stream: preview,
    connection,
    problem: null,
    microphone: microphone.name === "live",
    camera: camera.name === "live",
    speaking,
    typing: false,
  };
}

function sameMap<K, V>(before: ReadonlyMap<K, V>, next: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const same = before.size === next.size && [...next].every(([key, value]) => before.get(key) === value);
  return same ? before : next;
}
