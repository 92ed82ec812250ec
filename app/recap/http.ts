import { pageSession } from "~/account/index.ts";
import { systemClock } from "~/platform/clock.ts";
import type { PublicEnv } from "~/platform/context.ts";
import { createHttp, type Http } from "~/platform/rpcHttp.ts";

/** As the person of this page. */
export const pageHttp = ({ supabaseUrl, publishableKey }: PublicEnv): Http =>
  createHttp({
    supabaseUrl,
    publishableKey,
    accessToken: (options) => pageSession().accessToken(options),
    clock: systemClock,
    fetch: (...request) => fetch(...request),
  });
