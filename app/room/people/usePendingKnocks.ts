import { useState } from "react";
import type { Participant, WaitingParticipant } from "#contracts/meetings.ts";

/** One knock: who was answered may knock again. */
export const knockKey = ({ user_id, knocked_at }: WaitingParticipant) => `${user_id} ${knocked_at}`;

/** Who waits, without those whom this page answered: the news that their knock ended may come later than the answer. */
export function usePendingKnocks(lobby: readonly WaitingParticipant[]) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  return {
    waiting: lobby.filter((one) => !answered.has(knockKey(one))),
    setAnswered(...knocks: readonly WaitingParticipant[]) {
      setAnswered((before) => new Set([...before, ...knocks.map(knockKey)]));
    },
  };
}

/** Of the next to come to the meeting. */
export const nextParticipantNumber = (participants: ReadonlyMap<string, Participant>): number =>
  Math.max(0, ...[...participants.values()].map(({ number }) => number)) + 1;
