/** Switches Realtime off for one person's pages while everything else continues. */
import type { BrowserContext, WebSocketRoute } from "@playwright/test";

export interface RealtimeSwitch {
  /** Closes every socket and rejects new ones until `up`. */
  down(): Promise<void>;
  up(): void;
  /** Returns the number of sockets that were rejected while it was down. */
  rejectedCount(): number;
}

/** Call this before the first page opens a socket. */
export async function createRealtimeSwitch(context: BrowserContext): Promise<RealtimeSwitch> {
  const open = new Set<{ page: WebSocketRoute; server: WebSocketRoute }>();
  let isDown = false;
  let rejectedCount = 0;
  await context.routeWebSocket(/\/realtime\/v1\/websocket/u, (page) => {
    if (isDown) {
      rejectedCount += 1;
      void page.close({ code: 1013, reason: "down" });
      return;
    }
    open.add({ page, server: page.connectToServer() });
  });
  return {
    async down() {
      isDown = true;
      for (const { page, server } of open) {
        await page.close({ code: 1011, reason: "down" });
        await server.close();
      }
      open.clear();
    },
    up() {
      isDown = false;
    },
    rejectedCount: () => rejectedCount,
  };
}
