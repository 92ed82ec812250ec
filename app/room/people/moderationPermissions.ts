/** The actions that the local participant may take on another participant. */
import { moderationRank, type Participant } from "#contracts/meetings.ts";
import type { CallView } from "../core/callView.ts";

export interface ModerationPermissions {
  readonly lowerHand: boolean;
  readonly mute: boolean;
  readonly remove: boolean;
  readonly setRole: boolean;
}

/**
 * Decides by roles alone. The page has no workspace roles of others, so the database may still reject the action. Moderators
 * lower any hand; all other actions require a lower rank.
 */
export function moderationPermissions(
  { role, admission, hand }: Participant,
  rank: CallView["rank"],
): ModerationPermissions {
  const admitted = admission === "admitted";
  const outranks = admitted && rank > moderationRank(role, null);
  return {
    lowerHand: admitted && rank > 0 && hand !== null,
    mute: outranks,
    remove: outranks,
    setRole: outranks && rank >= 2 && role !== "host",
  };
}
