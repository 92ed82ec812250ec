/** Composes a waiting room session for a browser. */
import { systemClock } from "../../lib/clock.ts";
import { sendLeaveBeacon } from "../../lib/leaveBeacon.ts";
import type { PublicEnv } from "../../lib/loadContext.ts";
import { createRealtime } from "../../lib/realtime.ts";
import { pageQueue } from "../../lib/requestQueue.ts";
import { createRpc } from "../../lib/rpc.ts";
import { type AccessToken, createSupabaseHttp } from "../../lib/supabaseHttp.ts";
import {
  createWaitingRoomSession,
  type WaitingRoomSession,
  type WaitingRoomSessionOptions,
} from "./waitingRoomSession.ts";

interface BrowserWaitingRoomOptions
  extends Omit<WaitingRoomSessionOptions, "rpc" | "realtime" | "clock" | "sendLeaveBeacon"> {
  env: PublicEnv;
  /** The page's access token. `renew` requests a new one. Throws if it is unavailable. */
  accessToken: AccessToken;
}

export function createBrowserWaitingRoom({
  env,
  accessToken,
  ...options
}: BrowserWaitingRoomOptions): WaitingRoomSession {
  const { supabaseUrl, publishableKey } = env;
  const clock = systemClock;
  const http = createSupabaseHttp({
    ...{ supabaseUrl, publishableKey, accessToken, clock },
    fetch: fetch.bind(globalThis),
    queue: pageQueue,
  });
  const realtime = createRealtime({ supabaseUrl, publishableKey, accessToken, clock });
  const session = createWaitingRoomSession({ ...options, rpc: createRpc(http), realtime, clock, sendLeaveBeacon });

  const onWake = () => {
    if (document.visibilityState === "visible") session.wake();
  };
  const onPageHide = () => session.leaveOnUnload();
  addEventListener("online", onWake);
  addEventListener("pageshow", onWake);
  document.addEventListener("visibilitychange", onWake);
  addEventListener("pagehide", onPageHide);
  return {
    ...session,
    close() {
      removeEventListener("online", onWake);
      removeEventListener("pageshow", onWake);
      document.removeEventListener("visibilitychange", onWake);
      removeEventListener("pagehide", onPageHide);
      session.close();
      realtime.close();
    },
  };
}
