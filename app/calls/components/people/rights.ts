/** What the viewer may do with somebody else, as far as the page knows. */
import { type Participant, rank as rankOf } from "#contracts/meetings.ts";
import type { CallView } from "../../callView.ts";

export interface Rights {
  readonly lowerHand: boolean;
  readonly mute: boolean;
  readonly remove: boolean;
  readonly setRole: boolean;
}

/**
 * By the roles alone: what another is in the meeting's workspace the page does not know, so the database may still refuse.
 * Whoever leads lowers any hand; all else is done to people of a lower rank.
 */
export function rightsOver({ role, admission, hand }: Participant, rank: CallView["rank"]): Rights {
  const inside = admission === "admitted";
  const above = inside && rank > rankOf(role, null);
  return {
    lowerHand: inside && rank > 0 && hand !== null,
    mute: above,
    remove: above,
    setRole: above && rank >= 2 && role !== "host",
  };
}
