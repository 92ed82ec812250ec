/** How good the line between two peers is, from what the browser counts. */

export type Quality = "good" | "fair" | "poor";

/** What a connection has counted since it began. */
export interface Counted {
  /** Packets of all tracks that arrived, and that did not. */
  readonly received: number;
  readonly lost: number;
  /** Packets that we sent, and those of them that the other side reports as lost. */
  readonly sent: number;
  readonly missed: number;
  /** Milliseconds; null before it was measured. */
  readonly roundTrip: number | null;
  /** By a relay instead of directly. */
  readonly relayed: boolean;
  /** What one's own camera's picture may take now, bits a second; null while none is sent, or the browser does not tell. */
  readonly pictureRate: number | null;
}

/** How often a line is looked at, milliseconds. */
export const LOOK_EVERY = 4_000;
/** Fewer packets than this between two looks say nothing about loss: a voice that pauses sends ten. */
const ENOUGH = 20;

/**
 * Between two looks. From 3 % loss or 300 ms speech begins to suffer, from 8 % or 600 ms it breaks. A way that is long at one
 * look alone is a machine that was busy when it answered.
 */
export function qualityOf(before: Counted, now: Counted): Quality {
  const since = (of: (counted: Counted) => number) => Math.max(0, of(now) - of(before));
  const share = (lost: number, all: number) => (all < ENOUGH ? 0 : lost / all);
  const lost = since((counted) => counted.lost);
  const loss = Math.max(
    share(lost, lost + since(({ received }) => received)),
    share(
      since(({ missed }) => missed),
      since(({ sent }) => sent),
    ),
  );
  const roundTrip = Math.min(before.roundTrip ?? 0, now.roundTrip ?? 0);
  if (loss > 0.08 || roundTrip > 600) return "poor";
  return loss > 0.03 || roundTrip > 300 ? "fair" : "good";
}

/** Sums a report of `RTCPeerConnection.getStats` (W3C webrtc-stats). `picture`: the `mid` of the camera's place. */
export function countedIn(report: RTCStatsReport, picture: string | null): Counted {
  let received = 0;
  let lost = 0;
  let sent = 0;
  let missed = 0;
  let roundTrip: number | null = null;
  let relayed = false;
  let pictureRate: number | null = null;
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
      case "outbound-rtp":
        sent += number(one, "packetsSent") ?? 0;
        if (text(one, "mid") === picture) pictureRate = number(one, "targetBitrate") || null;
        break;
      case "remote-inbound-rtp":
        missed += number(one, "packetsLost") ?? 0;
        break;
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
  return { received, lost, sent, missed, roundTrip, relayed, pictureRate };
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
