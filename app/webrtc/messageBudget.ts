/** Limits the messages of a remote peer over the data channel: each costs this page a parse and a render. */
import type { Clock } from "../lib/clock.ts";

/** Longer messages are never sent. A live caption with its text has at most half of that. */
const MAX_MESSAGE_CHARS = 16_384;
/** A call sends a few messages a second, and some dozens when many things happen at once. */
const MESSAGES_PER_SECOND = 40;
const BURST_MESSAGES = 120;
/** A message costs as much as another one for each of these characters. */
const CHARS_PER_MESSAGE = 1_000;
/** Beyond this many messages above the limit, the remote peer is flooding. */
const FLOOD_MESSAGES = 1_000;

/** `flood`: close the channel, because even dropped messages take time. */
export type BudgetDecision = "accept" | "drop" | "flood";

/** Returns a function that decides about each message as it arrives. */
export function createMessageBudget(clock: Clock): (data: unknown) => BudgetDecision {
  let left = BURST_MESSAGES;
  let updatedAt = clock.now();
  return (data) => {
    const now = clock.now();
    left = Math.min(BURST_MESSAGES, left + ((now - updatedAt) / 1_000) * MESSAGES_PER_SECOND);
    updatedAt = now;
    const isTooLong = typeof data !== "string" || data.length > MAX_MESSAGE_CHARS;
    left -= isTooLong ? MAX_MESSAGE_CHARS / CHARS_PER_MESSAGE : 1 + data.length / CHARS_PER_MESSAGE;
    if (left < -FLOOD_MESSAGES) return "flood";
    return left < 0 || isTooLong ? "drop" : "accept";
  };
}
