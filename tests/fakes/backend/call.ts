/** Handlers of the call: joining, heartbeats, leaving and raised hands. */

import { fail, ok } from "../../../supabase/functions/_shared/contracts/errors.ts";
import type { ReceivedSignal } from "../../../supabase/functions/_shared/contracts/realtime.ts";
import { SERVER_LIMITS } from "../../../supabase/functions/_shared/contracts/serverLimits.ts";
import {
  admissionError,
  type BackendState,
  callId,
  changeParticipant,
  connectedPeers,
  disconnectPeer,
  type HandlersFor,
  isModerated,
  iso,
  toPeer,
} from "./state.ts";

type Names =
  | ("enter_call" | "heartbeat" | "leave_call" | "send_signal" | "missed_signals")
  | ("raise_hand" | "lower_hand" | "changes_since");

/** Returns the signals of the last minute to a peer, from those that are in the call. */
function storedSignals(state: BackendState, to: string): ReceivedSignal[] {
  const senders = new Set(connectedPeers(state).map(({ peer_id }) => peer_id));
  const oldest = state.clock.now() - SERVER_LIMITS.broadcastTtlMs;
  return state.signals
    .filter((each) => each.to === to && each.sentAt > oldest && senders.has(each.received.from))
    .map(({ received }) => received);
}

/** Returns how many signals of the same sender and type follow. */
const countLater = (all: readonly ReceivedSignal[], { from, signal }: ReceivedSignal, at: number) =>
  all.slice(at + 1).filter((later) => later.from === from && later.signal.type === signal.type).length;

export function callHandlers(state: BackendState, user: string): HandlersFor<Names> {
  const { clock, participants } = state;
  const moderates = () => participants.get(user)?.value.role !== "guest";
  return {
    enter_call({ p_peer_id: peer_id }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      if (state.meeting.ended) return fail("meeting/ended");
      let peer = state.rows.find((row) => row.peer_id === peer_id && row.left === null);
      if (peer === undefined) {
        for (const row of connectedPeers(state)) if (row.user_id === user) disconnectPeer(state, row, "taken-over");
        peer = { peer_id, user_id: user, join_number: state.rows.length + 1, left: null };
        state.rows.push(peer);
        const epoch = state.meeting.keep === "nothing" ? state.epoch + 1 : state.epoch;
        state.broadcast("peer_joined", { peer: toPeer(peer), epoch });
        state.epoch = epoch;
      }
      return ok({
        meeting: { ...state.meeting, seq: state.seq, epoch: state.epoch },
        call: { id: callId(state), started_at: iso(state.startedAt) },
        me: toPeer(peer),
        workspace_role: null,
        participants: [...participants.values()].map(({ value }) => value),
        peers: connectedPeers(state).map(toPeer),
        now: iso(clock.now()),
      });
    },
    heartbeat({ p_call_id: call_id, p_peer_id: peer_id }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const row = state.rows.find((candidate) => candidate.peer_id === peer_id);
      const ended = state.meeting.ended || call_id !== callId(state);
      const status = ended
        ? "ended"
        : row?.left === null
          ? "in"
          : row?.left === "taken-over" || row?.left === "replaced"
            ? row.left
            : "gone";
      const waiting =
        moderates() || !isModerated(state)
          ? [...state.knocks.values()].filter(({ deniedAt }) => deniedAt === null).length
          : 0;
      return ok({ standing: status, seq: state.seq, epoch: state.epoch, waiting, now: iso(clock.now()) });
    },
    leave_call({ p_peer_id: peer_id }) {
      const row = state.rows.find((candidate) => candidate.peer_id === peer_id);
      if (row === undefined || row.left !== null) return ok(null);
      changeParticipant(state, user, () => ({ hand: null }));
      disconnectPeer(state, row, "left");
      return ok(null);
    },
    send_signal({ p_call_id: call_id, p_from: from, p_to: to, p_signal: signal }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const peers = call_id === callId(state) ? connectedPeers(state) : [];
      const mayReach =
        peers.some(({ peer_id, user_id }) => peer_id === from && user_id === user) &&
        peers.some(({ peer_id }) => peer_id === to);
      if (mayReach) state.sendSignal(to, { id: crypto.randomUUID(), from, signal });
      return ok(mayReach);
    },
    missed_signals({ p_peer_id: peer_id }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const mayRead = connectedPeers(state).some((peer) => peer.peer_id === peer_id && peer.user_id === user);
      const stored = mayRead ? storedSignals(state, peer_id) : [];
      return ok(
        stored.filter((each, at) => countLater(stored, each, at) < (each.signal.type === "candidates" ? 16 : 1)),
      );
    },
    raise_hand() {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      const up = (seq: number) => ({ hand: participants.get(user)?.value.hand ?? seq });
      return ok({ participant: changeParticipant(state, user, up) });
    },
    lower_hand({ p_user_id: user_id = user }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      if (user_id !== user && !moderates()) return fail("role/moderator-needed");
      return ok({ participant: changeParticipant(state, user_id, () => ({ hand: null })) });
    },
    changes_since({ p_after_seq: after }) {
      const denied = admissionError(state, user);
      if (denied !== null) return denied;
      return ok({
        seq: Math.max(state.seq, after),
        epoch: state.epoch,
        more: false,
        meeting: state.meeting,
        lines: [...state.stored.values()].filter(({ changed }) => changed > after),
        participants: [...participants.values()].filter(({ seq }) => seq > after).map(({ value }) => value),
        peers: connectedPeers(state).map(toPeer),
      });
    },
  };
}
