/** The text of a comment, before it is sent. */
import { LIMITS } from "#contracts/limits.ts";
import { cleanMessage } from "#contracts/text/cleanMessage.ts";

/** Returns the number of characters over the limit, 0 if the text fits, and null for a text without words. */
export function excessOf(text: string): number | null {
  const length = [...cleanMessage(text)].length;
  return length === 0 ? null : Math.max(0, length - LIMITS.message.max);
}
