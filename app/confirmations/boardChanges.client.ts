/** The changes of a meeting's board, as Realtime announces them. */
import { boardChanged, marksChanged } from "#contracts/board.ts";
import { topics } from "#contracts/realtime.ts";
import { pageSession } from "../auth/pageSession.ts";
import { systemClock } from "../lib/clock.ts";
import type { PublicEnv } from "../lib/loadContext.ts";
import { createRealtime } from "../lib/realtime.ts";

export interface BoardWatcher {
  /** A confirmation or another line of the board changed. */
  changed(): void;
  /** A mark of the call was set, changed or removed. */
  marksChanged(): void;
}

/** Notifies the watcher of each change, until the signal aborts. */
export function watchBoard(
  { meetingId, callId }: { meetingId: string; callId: string },
  { supabaseUrl, publishableKey }: Pick<PublicEnv, "supabaseUrl" | "publishableKey">,
  watcher: BoardWatcher,
  signal: AbortSignal,
): void {
  const realtime = createRealtime({
    ...{ supabaseUrl, publishableKey, clock: systemClock },
    accessToken: (token) => pageSession().accessToken(token),
  });
  signal.addEventListener("abort", () => realtime.close());
  const topic = realtime.join(topics.board(meetingId));
  topic.on("board_changed", boardChanged, watcher.changed);
  topic.on("marks_changed", marksChanged, ({ call_id }) => call_id === callId && watcher.marksChanged());
  topic.onStatus((status) => {
    if (status !== "joined") return;
    // Broadcasts between the page and the subscription are lost.
    watcher.changed();
    watcher.marksChanged();
  });
}
