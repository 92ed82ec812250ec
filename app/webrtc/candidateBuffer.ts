import type { Clock } from "../lib/clock.ts";
import { createAllowance } from "./budget.ts";
import type { IceCandidate, SessionDescription } from "./sdp.ts";

const MAX_BUFFERED_CANDIDATES = 256;
/** A browser gathers ten to twenty, and again at each restart. Each makes this browser check more paths. */
const BURST_CANDIDATES = 80;
const CANDIDATES_PER_SECOND = 1 / 2;

/** ICE candidates of a remote peer: limits them, and keeps those that arrived before their description. */
export interface CandidateBuffer {
  /** Returns the candidates of this remote description and keeps the others for the next one. */
  take(arrived: readonly IceCandidate[], remote: SessionDescription | null): IceCandidate[];
  /** Returns the description without the candidates beyond the limit. */
  limit(remote: SessionDescription): SessionDescription;
  clear(): void;
}

export function createCandidateBuffer(clock: Clock): CandidateBuffer {
  let buffered: IceCandidate[] = [];
  const isWithinLimit = createAllowance(clock, CANDIDATES_PER_SECOND, BURST_CANDIDATES);
  return {
    take(arrived, remote) {
      const all = [...buffered, ...arrived];
      // The peer chose both texts, and a search would take as long as their lengths multiplied.
      const lines = new Set(remote?.sdp.split("\r\n"));
      const isOfRemote = ({ usernameFragment }: IceCandidate) =>
        remote !== null && (!usernameFragment || lines.has(`a=ice-ufrag:${usernameFragment}`));
      buffered = all.filter((candidate) => !isOfRemote(candidate)).slice(-MAX_BUFFERED_CANDIDATES);
      return all.filter((candidate) => isOfRemote(candidate) && isWithinLimit());
    },
    limit: ({ kind, sdp }) => ({
      kind,
      sdp: sdp.replace(/^a=candidate:.*\r?\n?/gmu, (line) => (isWithinLimit() ? line : "")),
    }),
    clear() {
      buffered = [];
    },
  };
}
