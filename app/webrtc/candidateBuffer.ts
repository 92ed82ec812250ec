import { type IceCandidate, matchesUfrag, type SessionDescription, ufragOf } from "./sdp.ts";

const MAX_BUFFERED_CANDIDATES = 256;
/** Limits one ICE generation. A browser gathers ten to twenty, and each makes this browser check more paths. */
export const MAX_CANDIDATES = 80;

/** ICE candidates that arrived before their remote description. */
export interface CandidateBuffer {
  /** Returns the candidates of this remote description, up to a number, and keeps the others for the next one. */
  take(arrived: readonly IceCandidate[], remote: SessionDescription | null): IceCandidate[];
  clear(): void;
}

export function createCandidateBuffer(): CandidateBuffer {
  let buffered: IceCandidate[] = [];
  let generation: string | undefined;
  let room = MAX_CANDIDATES;
  return {
    take(arrived, remote) {
      const all = [...buffered, ...arrived];
      const isOfRemote = (candidate: IceCandidate) => remote !== null && matchesUfrag(candidate, remote);
      buffered = all.filter((candidate) => !isOfRemote(candidate)).slice(-MAX_BUFFERED_CANDIDATES);
      const current = remote === null ? undefined : ufragOf(remote);
      if (current !== generation) room = MAX_CANDIDATES;
      generation = current;
      const taken = all.filter(isOfRemote).slice(0, room);
      room -= taken.length;
      return taken;
    },
    clear() {
      buffered = [];
    },
  };
}
