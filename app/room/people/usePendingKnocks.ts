import { useState } from "react";
import { freeColour, ownColour } from "#contracts/colours.ts";
import type { WaitingParticipant } from "#contracts/meetings.ts";
import type { ParticipantsById } from "../../call/roster.ts";

/** Identifies a knock: a visitor may knock again after a response. */
export const knockKey = ({ user_id, knocked_at }: WaitingParticipant) => `${user_id} ${knocked_at}`;

/** The waiting visitors without those answered on this page: the response may arrive before the updated list. */
export function usePendingKnocks(waitingParticipants: readonly WaitingParticipant[]) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  return {
    waiting: waitingParticipants.filter((visitor) => !answered.has(knockKey(visitor))),
    setAnswered(...knocks: readonly WaitingParticipant[]) {
      setAnswered((previous) => new Set([...previous, ...knocks.map(knockKey)]));
    },
  };
}

/** Returns the colour that the visitor gets when admitted now. */
export const colourOnEntry = (participants: ParticipantsById, { user_id }: WaitingParticipant): number =>
  participants.get(user_id)?.colour ??
  freeColour(
    ownColour(user_id),
    [...participants.values()].map(({ colour }) => colour),
  );
