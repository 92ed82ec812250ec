/** The changes of a meeting's board, as Realtime announces them. */
import { meetingEvents, topics } from "#contracts/realtime.ts";
import { pageSession } from "../auth/pageSession.ts";
import { systemClock } from "../lib/clock.ts";
import type { PublicEnv } from "../lib/loadContext.ts";
import { createRealtime } from "../lib/realtime.ts";

/** Calls `changed` after each change, until the signal aborts. */
export function watchBoard(
  meetingId: string,
  { supabaseUrl, publishableKey }: Pick<PublicEnv, "supabaseUrl" | "publishableKey">,
  changed: () => void,
  signal: AbortSignal,
): void {
  const realtime = createRealtime({
    ...{ supabaseUrl, publishableKey, clock: systemClock },
    accessToken: (token) => pageSession().accessToken(token),
  });
  signal.addEventListener("abort", () => realtime.close());
  const topic = realtime.join(topics.board(meetingId));
  topic.on("board_changed", meetingEvents.board_changed, changed);
  // Broadcasts between the page and the subscription are lost.
  topic.onStatus((status) => status === "joined" && changed());
}
