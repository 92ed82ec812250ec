/** Limits the messages of a remote peer over the data channel: each costs this page a parse and a render. */
import type { Clock } from "../lib/clock.ts";
import { createBudget } from "./budget.ts";

/** A call sends a few messages a second, and some dozens when many things happen at once. */
const MESSAGES_PER_SECOND = 40;
const BURST_MESSAGES = 120;
/** A message counts once more for each of these characters. */
const CHARS_PER_MESSAGE = 1_000;
/** Only text is sent, so anything else counts as this many messages. */
const BINARY_MESSAGES = 20;

/** With this budget the remote peer is flooding: even dropped messages take time. */
export const FLOOD_BUDGET = -1_000;

/** Returns a function that counts each message as it arrives, and returns the budget. Below zero, drop the message. */
export function createMessageBudget(clock: Clock): (data: unknown) => number {
  const spend = createBudget(clock, MESSAGES_PER_SECOND, BURST_MESSAGES);
  return (data) => spend(typeof data === "string" ? 1 + data.length / CHARS_PER_MESSAGE : BINARY_MESSAGES);
}
