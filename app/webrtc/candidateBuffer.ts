import { type IceCandidate, matchesUfrag, type SessionDescription } from "./sdp.ts";

const MAX_BUFFERED_CANDIDATES = 256;

/** ICE candidates that arrived before their remote description. */
export interface CandidateBuffer {
  /** Returns the candidates of this remote description, and keeps the others for the next one. */
  take(arrived: readonly IceCandidate[], remote: SessionDescription | null): IceCandidate[];
  clear(): void;
}

export function createCandidateBuffer(): CandidateBuffer {
  let buffered: IceCandidate[] = [];
  return {
    take(arrived, remote) {
      const all = [...buffered, ...arrived];
      const isOfRemote = (candidate: IceCandidate) => remote !== null && matchesUfrag(candidate, remote);
      buffered = all.filter((candidate) => !isOfRemote(candidate)).slice(-MAX_BUFFERED_CANDIDATES);
      return all.filter(isOfRemote);
    },
    clear() {
      buffered = [];
    },
  };
}
