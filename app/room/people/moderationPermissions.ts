/** What the viewer may do with somebody else, as far as the page knows. */
import { type Participant, moderationRank as rankOf } from "#contracts/meetings.ts";
import type { CallView } from "../core/callView.ts";

export interface ModerationPermissions {
  readonly lowerHand: boolean;
  readonly mute: boolean;
  readonly remove: boolean;
  readonly setRole: boolean;
}

/**
 * By the roles alone: what another is in the meeting's workspace the page does not know, so the database may still refuse.
 * Whoever leads lowers any hand; all else is done to people of a lower rank.
 */
export function moderationPermissions(
  { role, admission, hand }: Participant,
  rank: CallView["rank"],
): ModerationPermissions {
  const admitted = admission === "admitted";
  const outranks = admitted && rank > rankOf(role, null);
  return {
    lowerHand: admitted && rank > 0 && hand !== null,
    mute: outranks,
    remove: outranks,
    setRole: outranks && rank >= 2 && role !== "host",
  };
}
