/** The state of the fake backend's meeting and its broadcasts: the counter, the epoch, the topics. */
import type { Clock } from "../../../app/lib/clock.ts";
import type { RpcArgs, RpcName, RpcResults } from "../../../app/lib/rpc.ts";
import { freeColour } from "../../../supabase/functions/_shared/contracts/colours.ts";
import { fail, type Result } from "../../../supabase/functions/_shared/contracts/errors.ts";
import type { TermEntry } from "../../../supabase/functions/_shared/contracts/glossary.ts";
import type { Language } from "../../../supabase/functions/_shared/contracts/languages.ts";
import type { Line, Translation } from "../../../supabase/functions/_shared/contracts/lines.ts";
import type {
  Knocked,
  Meeting,
  Participant,
  Peer,
  WaitingParticipant,
} from "../../../supabase/functions/_shared/contracts/meetings.ts";
import { type ReceivedSignal, SIGNAL_EVENT, topics } from "../../../supabase/functions/_shared/contracts/realtime.ts";
import type { FakeHub } from "../realtime.ts";

export const MEETING_ID = "a0000000-0000-4000-8000-000000000000";

export type LeftReason = "left" | "gone" | "taken-over" | "replaced" | "removed" | "ended";
export type PeerRow = Peer & { left: LeftReason | null };
/** The handlers of one caller. `HandlersFor` is the part that one file implements. */
export type Handlers = { [Name in RpcName]: (args: RpcArgs[Name]) => Result<RpcResults[Name]> };
export type HandlersFor<Names extends RpcName> = Pick<Handlers, Names>;

export type LineRevision = RpcResults["corrections"][number];

export interface BackendState {
  readonly clock: Clock;
  meeting: Meeting;
  seq: number;
  epoch: number;
  callNumber: number;
  startedAt: number;
  rows: PeerRow[];
  readonly participants: Map<string, { seq: number; value: Participant }>;
  readonly stored: Map<string, Line>;
  /** Line id and language of each translation to retry. */
  readonly retries: Set<string>;
  /** All revisions of each corrected line, the current one last. */
  readonly revisions: Map<string, LineRevision[]>;
  readonly knocks: Map<string, WaitingParticipant & { deniedAt: number | null }>;
  /** The glossary of the meeting's workspace. */
  terms: TermEntry[];
  /** Translates a line. */
  engine: (line: Line, to: Language) => Pick<Translation, "status" | "text" | "reason">;
  enginePauseMs: (() => number) | null;
  /** Takes the next number and broadcasts it with the body on the meeting's current topic. */
  broadcast(event: string, body: object): number;
  /** Stores the signal and broadcasts it. */
  sendSignal(to: string, received: ReceivedSignal): void;
  readonly signals: { readonly to: string; readonly sentAt: number; readonly received: ReceivedSignal }[];
  notifyModerators(event: string, body: object): void;
  notifyVisitor(user: string, event: string, body: object): void;
}

export const uuid = (kind: string, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const iso = (ms: number) => new Date(ms).toISOString();
export const callId = (state: BackendState) => uuid("c", state.callNumber);
export const toPeer = ({ peer_id, user_id, join_number }: PeerRow): Peer => ({ peer_id, user_id, join_number });
export const connectedPeers = (state: BackendState) => state.rows.filter(({ left }) => left === null);

/** Whether a participant in the call may admit visitors. */
export const isModerated = (state: BackendState) =>
  connectedPeers(state).some(({ user_id }) => state.participants.get(user_id)?.value.role !== "guest");

export function createState({ hub, clock }: { hub: FakeHub; clock: Clock }): BackendState {
  const state: BackendState = {
    clock,
    meeting: {
      ...{
        id: MEETING_ID,
        code: "k3f92mxa7qpd",
        title: null,
        host_name: null,
        access: "open",
        locked: false,
        keep: "days",
        reading: "call",
        ended: false,
      },
      ...{ expires_at: null, terms: 0 },
    },
    ...{ seq: 0, epoch: 1, callNumber: 1, startedAt: clock.now(), rows: [] },
    participants: new Map(),
    stored: new Map(),
    retries: new Set(),
    revisions: new Map(),
    knocks: new Map(),
    terms: [],
    engine: (line, to) => ({ status: "ready", text: `${to}: ${line.text}`, reason: null }),
    enginePauseMs: null,
    broadcast(event, body) {
      state.seq += 1;
      hub.broadcast(topics.meeting(MEETING_ID, state.epoch, callId(state)), event, { seq: state.seq, ...body });
      return state.seq;
    },
    sendSignal(to, received) {
      state.signals.push({ to, sentAt: clock.now(), received });
      hub.broadcast(topics.signals(callId(state), to), SIGNAL_EVENT, received);
    },
    signals: [],
    notifyModerators: (event, body) => hub.broadcast(topics.moderators(MEETING_ID), event, body),
    notifyVisitor: (user, event, body) => hub.broadcast(topics.knock(MEETING_ID, user), event, body),
  };
  return state;
}

/** Changes a participant and broadcasts the change, unless the values stay the same. */
export function changeParticipant(
  state: BackendState,
  user: string,
  change: (seq: number) => Partial<Participant>,
): Participant {
  const current = state.participants.get(user);
  if (current === undefined) throw new Error("nobody by this id takes part");
  const value = { ...current.value, ...change(state.seq + 1) };
  if (JSON.stringify(value) === JSON.stringify(current.value)) return current.value;
  state.participants.set(user, { seq: state.seq + 1, value });
  state.broadcast("participant_changed", { participant: value });
  return value;
}

export function admitParticipant(
  state: BackendState,
  { user_id, display_name, speaks, reads }: Omit<WaitingParticipant, "knocked_at">,
): Participant {
  const current = state.participants.get(user_id)?.value;
  const number = current?.number ?? state.participants.size + 1;
  const taken = [...state.participants.values()].map((participant) => participant.value.colour);
  const colour = current?.colour ?? freeColour(1, taken);
  const value: Participant = {
    ...{
      user_id,
      number,
      colour,
      display_name,
      speaks,
      reads,
      muted: current?.muted ?? false,
      hand: current?.hand ?? null,
    },
    captioner: current?.captioner ?? null,
    role: current?.role ?? (number === 1 ? "host" : "guest"),
    admission: "admitted",
  };
  if (JSON.stringify(value) === JSON.stringify(current)) return value;
  state.participants.set(user_id, { seq: state.seq + 1, value });
  state.broadcast("participant_changed", { participant: value });
  return value;
}

export function disconnectPeer(state: BackendState, row: PeerRow, reason: Exclude<LeftReason, "ended">): void {
  if (row.left !== null) return;
  row.left = reason;
  const epoch = ["left", "gone", "replaced"].includes(reason) ? state.epoch + 1 : state.epoch;
  state.broadcast("peer_left", { peer_id: row.peer_id, user_id: row.user_id, reason, epoch });
  state.epoch = epoch;
}

/** Returns why this person may not act as a participant, or null if they may. */
export function admissionError(state: BackendState, user: string) {
  const admission = state.participants.get(user)?.value.admission;
  if (admission === undefined) return fail("meeting/not-entered");
  return admission === "removed" ? fail("meeting/removed") : null;
}

export const admittedResult = (participant: Participant): Extract<Knocked, { admission: "admitted" }> => ({
  admission: "admitted",
  meeting_id: MEETING_ID,
  participant,
});
