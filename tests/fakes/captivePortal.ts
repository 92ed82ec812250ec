/** A hotel's network: while it is closed, its sign-in page responds to every request. */
import { createRpc, type Rpc } from "../../app/lib/rpc.ts";
import { createSupabaseHttp } from "../../app/lib/supabaseHttp.ts";
import type { FakeClock } from "./clock.ts";

/** Statuses with which captive portals and proxies respond. */
export const PORTAL_STATUSES = [200, 403, 404, 511] as const;

export function createCaptivePortal(clock: FakeClock, status: (typeof PORTAL_STATUSES)[number]) {
  let isClosed = true;
  const portalHttp = createSupabaseHttp({
    supabaseUrl: "https://db.test",
    publishableKey: "sb_publishable_x",
    accessToken: () => "token",
    fetch: async () => new Response("<html>Welcome</html>", { status, headers: { "content-type": "text/html" } }),
    clock,
  });
  const portalRpc = createRpc(portalHttp);
  return {
    http: portalHttp,
    /** Returns a client whose calls reach the portal until it opens. */
    through:
      (rpc: Rpc): Rpc =>
      (...call) =>
        (isClosed ? portalRpc : rpc)(...call),
    open: () => {
      isClosed = false;
    },
  };
}
