/** Follows the events of meetings, and reads single files that changed. A board loads it after its first files. */
import { pageHttp } from "~/auth/pageHttp.ts";
import { pageSession } from "~/auth/pageSession.ts";
import { systemClock } from "~/lib/clock.ts";
import { createRealtime } from "~/lib/realtime.ts";
import { createRpc } from "~/lib/rpc.ts";
import { toCard } from "./boardCard.ts";
import type { BoardCard, DialogContext } from "./boardView.ts";
import { type BoardEvents, createBoardEvents } from "./core/boardEvents.ts";

export interface LiveBoard extends BoardEvents {
  /** Returns null if the file was deleted or the reader lost it, and undefined if it could not be read now. */
  readCard(id: string): Promise<BoardCard | null | undefined>;
  close(): void;
}

export function createLiveBoard({ env, reads }: Pick<DialogContext, "env" | "reads">): LiveBoard {
  const realtime = createRealtime({
    ...{ supabaseUrl: env.supabaseUrl, publishableKey: env.publishableKey, clock: systemClock },
    accessToken: (options) => pageSession().accessToken(options),
  });
  const rpc = createRpc(pageHttp(env));
  return {
    ...createBoardEvents(realtime),
    async readCard(id) {
      const found = await rpc("board_file", { p_file_id: id });
      return found.ok ? found.value && toCard(found.value.file, found.value.line, reads) : undefined;
    },
    close: realtime.close,
  };
}
