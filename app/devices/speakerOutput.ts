/** Where the sound of others comes out. */
import { fail, ok, type Result } from "#contracts/errors.ts";

/** What plays; a browser without `setSinkId` plays where the system says. */
export interface SpeakerElement {
  setSinkId?(id: string): Promise<void>;
}

/**
 * Lets an element play on the chosen speaker; null: the system's. Errors: `device/not-found`, and it goes on playing where
 * it did.
 */
export async function setSpeaker(element: SpeakerElement, speaker: string | null): Promise<Result<null>> {
  if (element.setSinkId === undefined) return ok(null);
  try {
    await element.setSinkId(speaker ?? "");
    return ok(null);
  } catch (error) {
    return fail("device/not-found", error instanceof Error ? error.name : "unknown");
  }
}
