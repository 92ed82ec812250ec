/** Where the sound of others comes out. */
import { fail, ok, type Result } from "#contracts/errors.ts";

/** What plays; a browser without `setSinkId` plays where the system says. */
export interface Player {
  setSinkId?(id: string): Promise<void>;
}

/**
 * Lets an element play on the chosen speaker; null: the system's. Errors: `device/not-found`, and it goes on playing where
 * it did.
 */
export async function playOn(player: Player, speaker: string | null): Promise<Result<null>> {
  if (player.setSinkId === undefined) return ok(null);
  try {
    await player.setSinkId(speaker ?? "");
    return ok(null);
  } catch (error) {
    return fail("device/not-found", error instanceof Error ? error.name : "unknown");
  }
}
