import { fail, ok, type Result } from "#contracts/errors.ts";

/** A media element. Without `setSinkId` the system selects the speaker. */
export interface SpeakerElement {
  setSinkId?(id: string): Promise<void>;
}

/**
 * Plays an element on the selected speaker; null: the system's. Errors: `device/not-found`; the element then plays on the
 * same speaker as before.
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
