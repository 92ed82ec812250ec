import type { Confirmation } from "#contracts/confirmations.ts";
import { isWaitingFor } from "./core/answers.ts";

/** Returns the first confirmation that waits for the user's answer. */
export const firstWaiting = (confirmations: readonly Confirmation[], me: string | null): Confirmation | null =>
  confirmations.find((confirmation) => isWaitingFor(confirmation, me)) ?? null;
