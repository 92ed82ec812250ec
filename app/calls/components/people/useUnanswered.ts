import { useState } from "react";
import type { Participant, Waiting } from "#contracts/meetings.ts";

/** One knock: who was answered may knock again. */
export const keyOf = ({ user_id, knocked_at }: Waiting) => `${user_id} ${knocked_at}`;

/** Who waits, without those whom this page answered: the news that their knock ended may come later than the answer. */
export function useUnanswered(lobby: readonly Waiting[]) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  return {
    waiting: lobby.filter((one) => !answered.has(keyOf(one))),
    setAnswered(...ones: readonly Waiting[]) {
      setAnswered((before) => new Set([...before, ...ones.map(keyOf)]));
    },
  };
}

/** Of the next to come to the meeting. */
export const nextNumber = (participants: ReadonlyMap<string, Participant>): number =>
  Math.max(0, ...[...participants.values()].map(({ number }) => number)) + 1;
