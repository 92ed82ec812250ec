/** How good the line between two peers is, from what the browser counts. */

export type Quality = "good" | "fair" | "poor";

/** What a connection has counted since it began. */
export interface Counted {
  /** Packets of all tracks that arrived, and that did not. */
  readonly received: number;
  readonly lost: number;
  /** Share of what we send that the other side misses, 0 to 1, as it last reported; null before a report. */
  readonly othersMiss: number | null;
  /** Milliseconds; null before it was measured. */
  readonly roundTrip: number | null;
  /** By a relay instead of directly. */
  readonly relayed: boolean;
}

/** How often a line is looked at, milliseconds. */
export const LOOK_EVERY = 4_000;
/** Fewer packets than this between two looks say nothing about loss. */
const ENOUGH = 20;

/** Between two looks. From 3 % loss or 300 ms speech begins to suffer, from 8 % or 600 ms it breaks. */
export function qualityOf(before: Counted, now: Counted): Quality {
  const lost = Math.max(0, now.lost - before.lost);
  const all = lost + Math.max(0, now.received - before.received);
  const loss = Math.max(all < ENOUGH ? 0 : lost / all, now.othersMiss ?? 0);
  const roundTrip = now.roundTrip ?? 0;
  if (loss > 0.08 || roundTrip > 600) return "poor";
  return loss > 0.03 || roundTrip > 300 ? "fair" : "good";
}

/** Sums a report of `RTCPeerConnection.getStats` (W3C webrtc-stats). */
export function countedIn(report: RTCStatsReport): Counted {
  let received = 0;
  let lost = 0;
  let othersMiss: number | null = null;
  let roundTrip: number | null = null;
  let relayed = false;
  const stats: unknown[] = [];
  report.forEach((one: unknown) => {
    stats.push(one);
  });
  const candidates = new Map<unknown, unknown>();
  for (const one of stats) if (text(one, "type") === "local-candidate") candidates.set(text(one, "id"), one);
  for (const one of stats) {
    switch (text(one, "type")) {
      case "inbound-rtp":
        received += number(one, "packetsReceived") ?? 0;
        lost += number(one, "packetsLost") ?? 0;
        break;
      case "remote-inbound-rtp": {
        const missed = number(one, "fractionLost");
        if (missed !== null) othersMiss = Math.max(othersMiss ?? 0, missed);
        break;
      }
      case "candidate-pair": {
        const seconds = number(one, "currentRoundTripTime");
        if (text(one, "state") !== "succeeded" || flag(one, "nominated") !== true || seconds === null) break;
        roundTrip = Math.max(roundTrip ?? 0, seconds * 1_000);
        relayed ||= text(candidates.get(text(one, "localCandidateId")), "candidateType") === "relay";
        break;
      }
      default:
    }
  }
  return { received, lost, othersMiss, roundTrip, relayed };
}

const field = (one: unknown, name: string): unknown =>
  typeof one === "object" && one !== null ? Reflect.get(one, name) : undefined;
const number = (one: unknown, name: string): number | null => {
  const value = field(one, name);
  return typeof value === "number" ? value : null;
};
const text = (one: unknown, name: string): string | null => {
  const value = field(one, name);
  return typeof value === "string" ? value : null;
};
const flag = (one: unknown, name: string): boolean => field(one, name) === true;
