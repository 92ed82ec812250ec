/** All the real parts of waiting in a browser, put together. */
import { systemClock } from "../../platform/clock.ts";
import type { PublicEnv } from "../../platform/context.ts";
import { sayGoodbye } from "../../platform/goodbye.ts";
import { createRealtime } from "../../platform/realtime.ts";
import { createRpc } from "../../platform/rpc.ts";
import { type AccessToken, createHttp } from "../../platform/rpcHttp.ts";
import { createWaiting, type Waiting, type WaitingOptions } from "./waiting.ts";

interface WaitingRoomOptions extends Omit<WaitingOptions, "rpc" | "realtime" | "clock" | "sayGoodbye"> {
  env: PublicEnv;
  /** The page's short token; `renew` asks for one that was not used before. Throws when it cannot be had. */
  accessToken: AccessToken;
}

export function createWaitingRoom({ env, accessToken, ...options }: WaitingRoomOptions): Waiting {
  const { supabaseUrl, publishableKey } = env;
  const clock = systemClock;
  const http = createHttp({ supabaseUrl, publishableKey, accessToken, clock, fetch: fetch.bind(globalThis) });
  const realtime = createRealtime({ supabaseUrl, publishableKey, accessToken, clock });
  const waiting = createWaiting({ ...options, rpc: createRpc(http), realtime, clock, sayGoodbye });

  const wake = () => {
    if (document.visibilityState === "visible") waiting.wake();
  };
  const goAway = () => waiting.leaveNow();
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pagehide", goAway);
  return {
    ...waiting,
    close() {
      removeEventListener("online", wake);
      removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("pagehide", goAway);
      waiting.close();
      realtime.close();
    },
  };
}
