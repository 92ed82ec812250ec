import { pageSession } from "~/auth/pageSession.ts";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createSupabaseHttp, type SupabaseHttp } from "~/lib/supabaseHttp.ts";

/** Sends requests as the signed-in user of the page. */
export const pageHttp = ({ supabaseUrl, publishableKey }: PublicEnv): SupabaseHttp =>
  createSupabaseHttp({
    supabaseUrl,
    publishableKey,
    accessToken: (options) => pageSession().accessToken(options),
    clock: systemClock,
    fetch: (...request) => fetch(...request),
  });
