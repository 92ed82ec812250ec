import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { pageQueue } from "~/lib/requestQueue.ts";
import { createSupabaseHttp, type SupabaseHttp } from "~/lib/supabaseHttp.ts";
import { pageSession } from "./pageSession.ts";

/** Sends requests as the signed-in user of the page. */
export const pageHttp = ({
  supabaseUrl,
  publishableKey,
}: Pick<PublicEnv, "supabaseUrl" | "publishableKey">): SupabaseHttp =>
  createSupabaseHttp({
    supabaseUrl,
    publishableKey,
    accessToken: (options) => pageSession().accessToken(options),
    clock: systemClock,
    fetch: (...request) => fetch(...request),
    queue: pageQueue,
  });
