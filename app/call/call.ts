/**
 * A person's part in a meeting's call, over all its stays:
 * joining → connecting → connected ⇄ reconnecting → left | taken-over | removed | ended | failed.
 * React reads the snapshot; it knows nothing of sockets and connections.
 */
import type { Failure } from "#contracts/errors.ts";
import type { Emoji } from "#contracts/lines.ts";
import type { EnteredCall, Meeting, Participant, WaitingParticipant } from "#contracts/meetings.ts";
import type { LiveMessage } from "#contracts/realtime.ts";
import type { Devices } from "../devices/devices.ts";
import type { DeviceKind } from "../devices/getUserMedia.ts";
import type { ScreenShare } from "../devices/screenShare.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { SendLeaveBeacon } from "../lib/leaveBeacon.ts";
import type { Realtime } from "../lib/realtime.ts";
import type { Rpc } from "../lib/rpc.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../lib/store.ts";
import type { PreparedTransport, PrepareTransport } from "../webrtc/transport.ts";
import {
  type CallSession,
  createCallSession,
  isRejection,
  type LineFeed,
  type SessionEndReason,
} from "./callSession.ts";
import { type CallState, stateForConnection, stateForError } from "./callState.ts";
import { createLocalParticipant } from "./localParticipant.ts";
import type { MediaMode } from "./mediaMode.ts";
import { areAllConnectionsPoor, type CallParticipant, participantsOf } from "./participants.ts";

export interface CallSnapshot {
  readonly state: CallState;
  readonly meeting: Meeting | null;
  readonly callId: string | null;
  /** The meeting's `seq` when this person entered, the last time that they did: what comes after it is seen live. */
  readonly joinedSeq: number;
  /** Milliseconds since the epoch, by this device's clock, however wrong that is. */
  readonly startedAt: number | null;
  readonly me: Participant | null;
  /** What this person leads, see `rank` of the contracts. */
  readonly rank: 0 | 1 | 2 | 3;
  /** Those in the call, in the order in which they came. */
  readonly people: readonly CallParticipant[];
  /** All of the meeting by user id, also those who are not in the call now. */
  readonly participants: ReadonlyMap<string, Participant>;
  /** Who waits to be let in; empty for who does not lead. */
  readonly lobby: readonly WaitingParticipant[];
  readonly mode: MediaMode;
  /** All lines to the others are poor. */
  readonly poorConnection: boolean;
}

export interface Call extends Store<CallSnapshot> {
  /** Enters, or enters again after `left`, `taken-over` or `failed`. Does nothing in a call. */
  join(): void;
  /** Ends the stay at once and tells the server. */
  leave(): Promise<void>;
  /** The same for a page that goes away, by a goodbye that outlives it. Only one that may come back is left in order. */
  leaveOnUnload(mayReturn: boolean): void;
  setTyping(typing: boolean): void;
  /** Tells the others something of oneself; but for words under way also those who come later. */
  sendStatus(message: SpeechStatusMessage): void;
  /** Turns a device on or off; in a mode that has no use for it, the mode widens first. Not a muted person's microphone. */
  toggle(kind: DeviceKind): void;
  /** A key is held to talk, or let go. Outside of a call it does nothing. */
  setPushToTalk(on: boolean): void;
  /** What the new mode has no use for goes off, and comes back on with a mode that has. */
  setMode(mode: MediaMode): void;
  react(emoji: Emoji): void;
  /**
   * Returns the first `seq` that this page received as it was written; null while it receives no broadcasts. Kept out of
   * the snapshot, so that no render waits for it.
   */
  liveFromSeq(): number | null;
  /** Something of the meeting was not heard: asks for it. */
  catchUp(): void;
  /** The page is looked at again, or the network is back. */
  wake(): void;
  /** Ends everything without telling the server. */
  close(): void;
}

/** Of one's voice and of what one reads. */
export type SpeechStatusMessage = Extract<LiveMessage, { type: "recogniser" | "saying" | "reading" }>;

export interface CallOptions {
  meetingId: string;
  rpc: Rpc;
  realtime: Realtime;
  clock: Clock;
  devices: Devices;
  screenShare: ScreenShare;
  prepareTransport: PrepareTransport;
  feed: LineFeed;
  /** A UUID for each stay. */
  newId: () => string;
  sendLeaveBeacon: SendLeaveBeacon;
}

/** Waits between tries to enter, and to leave. Beyond them a first try fails; a stay that was cut goes on with the last. */
export const JOIN_RETRY_DELAYS_MS = [1_000, 3_000] as const;

export function createCall(options: CallOptions): Call {
  const { rpc, clock, feed } = options;
  const store = createStore<CallSnapshot>({
    state: { name: "joining" },
    meeting: null,
    callId: null,
    joinedSeq: 0,
    startedAt: null,
    me: null,
    rank: 0,
    people: [],
    participants: new Map(),
    lobby: [],
    mode: "all",
    poorConnection: false,
  });
  let session: CallSession | null = null;
  /** On the way in; then it is the stay's. */
  let preparedTransport: PreparedTransport | null = null;
  /** In a call, or on the way into one. */
  let active = false;
  let lastKnownSeq: number | null = null;
  let joinedSeq = 0;
  /** Raised whenever what is under way is no longer wanted. */
  let currentAttempt = 0;
  let cancelRetry: Cancel = () => {};
  let recogniser: Extract<SpeechStatusMessage, { type: "recogniser" }> | null = null;
  const localParticipant = createLocalParticipant({
    devices: options.devices,
    screenShare: options.screenShare,
    clock,
    onChange: onLocalChange,
  });

  const updateSnapshot = (change: Partial<CallSnapshot>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };
  const setState = (state: CallState) =>
    updateSnapshot({ state: reuseIfShallowEqual(store.getSnapshot().state, state) });

  function startJoin(state: CallState, retryForever: boolean) {
    currentAttempt += 1;
    setState(state);
    // While the server is asked: the topics can then be joined at once.
    options.realtime.wake();
    const peerId = options.newId();
    void attemptJoin(currentAttempt, peerId, retryForever, 0);
    preparedTransport = options.prepareTransport(peerId);
  }

  /** One peer id for all tries: an answer that got lost is given again. */
  async function attemptJoin(attempt: number, peerId: string, retryForever: boolean, tries: number): Promise<void> {
    const result = await rpc("enter_call", { p_meeting_id: options.meetingId, p_peer_id: peerId });
    if (attempt !== currentAttempt) {
      if (result.ok) void notifyLeft({ call: result.value.call, ownPeer: result.value.me });
      return;
    }
    if (result.ok) return startSession(result.value);
    const retryDelayMs = JOIN_RETRY_DELAYS_MS[retryForever ? Math.min(tries, JOIN_RETRY_DELAYS_MS.length - 1) : tries];
    if (isRejection(result.error) || retryDelayMs === undefined) return end(stateForError(result.error));
    cancelRetry = clock.after(retryDelayMs, () => void attemptJoin(attempt, peerId, retryForever, tries + 1));
  }

  function startSession(entered: EnteredCall) {
    if (preparedTransport === null) return;
    const transport = preparedTransport;
    preparedTransport = null;
    joinedSeq = entered.meeting.seq;
    const newSession = createCallSession({
      entered,
      lastKnownSeq,
      rpc,
      realtime: options.realtime,
      clock,
      preparedTransport: transport,
      feed,
      events: {
        onChange: syncFromSession,
        onEnded: onSessionEnded,
        onRejected,
      },
    });
    session = newSession;
    localParticipant.publishTo(newSession.transport);
    if (recogniser !== null) newSession.transport.setStatus(recogniser);
    syncFromSession();
  }

  function onSessionEnded(reason: SessionEndReason) {
    // A page that goes for good hears of its own goodbye.
    if (!active) return;
    switch (reason) {
      case "gone":
        disposeSession();
        return startJoin({ name: "reconnecting", reason: "network/signalling-lost" }, true);
      case "taken-over":
      case "removed":
        return end({ name: reason });
      case "over":
        return end({ name: "ended" });
      default:
        return reason satisfies never;
    }
  }

  function onRejected(error: Failure) {
    const state = stateForError(error);
    const endedSession = session;
    end(state);
    // The others would look at a frozen picture until the server misses this peer.
    if (endedSession !== null && state.name === "failed") void notifyLeft(endedSession);
  }

  /** As who was in it: they may have signed out since. Of a peer that is gone it changes nothing. */
  async function notifyLeft(endedSession: Pick<CallSession, "call" | "ownPeer">, tries = 0): Promise<void> {
    const result = await rpc(
      "leave_call",
      { p_call_id: endedSession.call.id, p_peer_id: endedSession.ownPeer.peer_id },
      { useLastToken: true },
    );
    const retryDelayMs = JOIN_RETRY_DELAYS_MS[tries];
    if (!result.ok && !isRejection(result.error) && retryDelayMs !== undefined)
      clock.after(retryDelayMs, () => void notifyLeft(endedSession, tries + 1));
  }

  function onLocalChange() {
    updateSnapshot({ mode: localParticipant.mode() });
    if (session !== null) localParticipant.publishTo(session.transport);
    syncFromSession();
  }

  function syncFromSession() {
    // Between two stays the last picture stays.
    if (session === null) return;
    const { call, ownPeer, transport } = session;
    const roster = session.roster();
    const connection = session.connection();
    const previous = store.getSnapshot();
    localParticipant.setMuted(roster.participants.get(ownPeer.user_id)?.muted ?? false);
    const localMedia = localParticipant.toMedia(connection === "connected" ? "connected" : "reconnecting");
    const people = participantsOf(previous.people, {
      roster,
      ownPeer,
      localMedia,
      remoteMedia: transport.getSnapshot(),
    });
    updateSnapshot({
      state: reuseIfShallowEqual(previous.state, stateForConnection(connection)),
      meeting: roster.meeting,
      callId: call.id,
      joinedSeq,
      startedAt: session.startedAt,
      me: roster.participants.get(ownPeer.user_id) ?? null,
      rank: session.rank(),
      people,
      participants: reuseMapIfEqual(previous.participants, roster.participants),
      lobby: session.lobby.getSnapshot(),
      poorConnection: areAllConnectionsPoor(people),
    });
  }

  function disposeSession() {
    currentAttempt += 1;
    cancelRetry();
    preparedTransport?.dispose();
    preparedTransport = null;
    if (session === null) return;
    lastKnownSeq = session.lastSeq();
    session.close();
    session = null;
  }

  function end(state: CallState) {
    disposeSession();
    active = false;
    localParticipant.suspend();
    const { state: previous, people, lobby } = store.getSnapshot();
    updateSnapshot({
      state: reuseIfShallowEqual(previous, state),
      people: reuseListIfEqual(people, []),
      lobby: reuseListIfEqual(lobby, []),
      poorConnection: false,
    });
  }

  function join() {
    if (active) return;
    active = true;
    startJoin({ name: "joining" }, false);
    localParticipant.resume();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    join,
    async leave() {
      const left = session;
      end({ name: "left" });
      if (left !== null) await notifyLeft(left);
    },
    leaveOnUnload(mayReturn) {
      if (!active) return;
      if (session !== null)
        options.sendLeaveBeacon({ to: "call", call_id: session.call.id, peer_id: session.ownPeer.peer_id });
      active = false;
      // The next page would wait while this one is drawn anew for nobody.
      if (mayReturn) end({ name: "left" });
    },
    sendStatus(message) {
      if (message.type === "recogniser") recogniser = message;
      if (message.type === "saying") session?.transport.broadcast(message);
      else session?.transport.setStatus(message);
    },
    setTyping(typing) {
      session?.transport.setStatus({ type: "typing", typing });
    },
    toggle: localParticipant.toggle,
    setPushToTalk(on) {
      if (active || !on) localParticipant.setPushToTalk(on);
    },
    setMode: localParticipant.setMode,
    react: (emoji) => localParticipant.react(emoji, session?.transport ?? null),
    liveFromSeq: () => session?.liveFromSeq() ?? null,
    catchUp() {
      session?.catchUp();
    },
    wake() {
      session?.wake();
    },
    close() {
      localParticipant.close();
      disposeSession();
    },
  };
}

function reuseMapIfEqual<K, V>(before: ReadonlyMap<K, V>, next: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const same = before.size === next.size && [...next].every(([key, value]) => before.get(key) === value);
  return same ? before : next;
}
