/**
 * The local participant's part in a meeting's call, across call sessions:
 * joining → connecting → connected ⇄ reconnecting → left | taken-over | replaced | removed | ended | failed.
 * React reads the snapshot, which exposes no sockets and connections.
 */
import type { Failure } from "#contracts/errors.ts";
import type { Emoji } from "#contracts/lines.ts";
import type { EnteredCall } from "#contracts/meetings.ts";
import type { LiveMessage } from "#contracts/realtime.ts";
import type { Devices } from "../devices/devices.ts";
import type { DeviceKind } from "../devices/getUserMedia.ts";
import type { ScreenShare } from "../devices/screenShare.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import type { SendLeaveBeacon } from "../lib/leaveBeacon.ts";
import type { Realtime } from "../lib/realtime.ts";
import type { Rpc } from "../lib/rpc.ts";
import { createStore, reuseIfShallowEqual, reuseListIfEqual, reuseMapIfEqual, type Store } from "../lib/store.ts";
import type { PreparedTransport, PrepareTransport } from "../webrtc/transport.ts";
import {
  type CallSession,
  createCallSession,
  isRejection,
  type LineFeed,
  type SessionEndReason,
} from "./callSession.ts";
import { type CallSnapshot, INITIAL_CALL_SNAPSHOT } from "./callSnapshot.ts";
import { type CallState, stateForConnection, stateForError } from "./callState.ts";
import { leaveCall } from "./leaveCall.ts";
import { createLocalParticipant } from "./localParticipant.ts";
import type { MediaMode } from "./mediaMode.ts";
import { areAllConnectionsPoor, participantsOf } from "./participants.ts";

export interface Call extends Store<CallSnapshot> {
  /** Joins, also after `left`, `taken-over`, `replaced` or `failed`. Does nothing in a call. */
  join(): void;
  /** Ends the call session at once and notifies the server. */
  leave(): Promise<void>;
  /** Leaves on page unload, with a beacon that outlives the page. `mayReturn`: the page may be restored from the cache. */
  leaveOnUnload(mayReturn: boolean): void;
  setTyping(typing: boolean): void;
  /** Sends a status to all remote participants. All but interim captions reach later ones too. */
  sendStatus(message: SpeechStatusMessage): void;
  /** Turns a device on or off. Widens a mode that does not use it. Does not turn on a muted participant's microphone. */
  toggle(kind: DeviceKind): void;
  /** Turns the microphone on while a key is held. Does nothing outside of a call. */
  setPushToTalk(on: boolean): void;
  /** Turns off devices that the new mode does not use. A later mode that uses them turns them on again. */
  setMode(mode: MediaMode): void;
  react(emoji: Emoji): void;
  /**
   * Returns the first `seq` that this page received as it was written; null while it receives no broadcasts. Kept out of
   * the snapshot, so that no render waits for it.
   */
  liveFromSeq(): number | null;
  /** Returns when joining began, by the server's clock in milliseconds since the epoch; null before the call is entered. */
  joinRequestedAt(): number | null;
  /** Fetches the meeting's missed changes. */
  catchUp(): void;
  /** Reconnects at once: the page became visible, or the network is back. */
  wake(): void;
  /** Ends everything without notifying the server. */
  close(): void;
}

/** The local participant's captions and reading position. */
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
  /** Returns a UUID for each call session. */
  newId: () => string;
  sendLeaveBeacon: SendLeaveBeacon;
}

/** Delays between attempts to join. A first join then fails; a rejoin repeats the last delay. */
export const JOIN_RETRY_DELAYS_MS = [1_000, 3_000] as const;

export function createCall(options: CallOptions): Call {
  const { rpc, clock, feed } = options;
  const store = createStore(INITIAL_CALL_SNAPSHOT);
  let session: CallSession | null = null;
  /** Until the call session takes it over. */
  let preparedTransport: PreparedTransport | null = null;
  /** In a call, or joining one. */
  let active = false;
  let lastKnownSeq: number | null = null;
  let joinedSeq = 0;
  /** By this device's clock, and then by the server's. */
  let joinStartedAt = 0;
  let joinRequestedAt: number | null = null;
  /** Aborted when the pending attempt to join is no longer wanted. */
  let joinAttempt = new AbortController();
  let cancelRetry: Cancel = () => {};
  let recogniser: Extract<SpeechStatusMessage, { type: "recogniser" }> | null = null;
  const localParticipant = createLocalParticipant({ ...options, onChange: onLocalChange });

  const notifyLeft = (ended: Pick<CallSession, "call" | "ownPeer">) => leaveCall(rpc, clock, ended);

  const updateSnapshot = (change: Partial<CallSnapshot>) => {
    const now = store.getSnapshot();
    store.set(reuseIfShallowEqual(now, { ...now, ...change }));
  };
  const setState = (state: CallState) =>
    updateSnapshot({ state: reuseIfShallowEqual(store.getSnapshot().state, state) });

  function startJoin(state: CallState, retryForever: boolean) {
    joinAttempt.abort();
    joinAttempt = new AbortController();
    joinStartedAt = clock.now();
    setState(state);
    // The socket opens in parallel with the request, so that topics can be joined right after it.
    options.realtime.wake();
    const peerId = options.newId();
    void attemptJoin(joinAttempt.signal, peerId, retryForever, 0);
    preparedTransport = options.prepareTransport(peerId);
  }

  /** All attempts use one peer id: the server repeats a response that was lost. */
  async function attemptJoin(
    signal: AbortSignal,
    peerId: string,
    retryForever: boolean,
    failures: number,
  ): Promise<void> {
    const result = await rpc("enter_call", { p_meeting_id: options.meetingId, p_peer_id: peerId });
    if (signal.aborted) {
      if (result.ok) void notifyLeft({ call: result.value.call, ownPeer: result.value.me });
      return;
    }
    if (result.ok) return startSession(result.value);
    const delayIndex = retryForever ? Math.min(failures, JOIN_RETRY_DELAYS_MS.length - 1) : failures;
    const retryDelayMs = JOIN_RETRY_DELAYS_MS[delayIndex];
    if (isRejection(result.error) || retryDelayMs === undefined) return end(stateForError(result.error));
    cancelRetry = clock.after(retryDelayMs, () => void attemptJoin(signal, peerId, retryForever, failures + 1));
  }

  function startSession(entered: EnteredCall) {
    if (preparedTransport === null) return;
    const transport = preparedTransport;
    preparedTransport = null;
    joinedSeq = entered.meeting.seq;
    joinRequestedAt = Date.parse(entered.now) - (clock.now() - joinStartedAt);
    const newSession = createCallSession({
      entered,
      lastKnownSeq,
      rpc,
      realtime: options.realtime,
      clock,
      preparedTransport: transport,
      feed,
      events: { onChange: syncFromSession, onEnded: onSessionEnded, onRejected },
    });
    session = newSession;
    localParticipant.publishTo(newSession.transport);
    if (recogniser !== null) newSession.transport.setStatus(recogniser);
    syncFromSession();
  }

  function onSessionEnded(reason: SessionEndReason) {
    // A page that unloads receives the result of its own beacon.
    if (!active) return;
    switch (reason) {
      case "gone":
        disposeSession();
        return startJoin({ name: "reconnecting", reason: "network/signalling-lost" }, true);
      case "taken-over":
      case "replaced":
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
    // Otherwise remote participants would see a frozen video until the server drops this peer.
    if (endedSession !== null && state.name === "failed") void notifyLeft(endedSession);
  }

  function onLocalChange() {
    updateSnapshot({ mode: localParticipant.mode() });
    if (session !== null) localParticipant.publishTo(session.transport);
    syncFromSession();
  }

  function syncFromSession() {
    // Between two sessions the last snapshot remains.
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
      waitingParticipants: session.waitingParticipants.getSnapshot(),
      waitsUnattended: session.waitsUnattended(),
      poorConnection: areAllConnectionsPoor(people),
    });
  }

  function disposeSession() {
    joinAttempt.abort();
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
    const { state: previous, people, waitingParticipants } = store.getSnapshot();
    updateSnapshot({
      state: reuseIfShallowEqual(previous, state),
      people: reuseListIfEqual(people, []),
      waitingParticipants: reuseListIfEqual(waitingParticipants, []),
      waitsUnattended: false,
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
      const endedSession = session;
      end({ name: "left" });
      if (endedSession !== null) await notifyLeft(endedSession);
    },
    leaveOnUnload(mayReturn) {
      if (!active) return;
      if (session !== null)
        options.sendLeaveBeacon({ to: "call", call_id: session.call.id, peer_id: session.ownPeer.peer_id });
      active = false;
      // Re-rendering a page that unloads for good would delay the next page.
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
    joinRequestedAt: () => joinRequestedAt,
    catchUp: () => session?.catchUp(),
    wake: () => session?.wake(),
    close() {
      localParticipant.close();
      disposeSession();
    },
  };
}
