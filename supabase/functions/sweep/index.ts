/**
 * Edge function `sweep`: removes the bytes of files that nobody may read any more. For a schedule, which brings a secret key:
 * everything is asked with that key, and the function has none of its own to lend.
 */
import { makeEnvironment } from "../_shared/env.ts";
import { makeLog } from "../_shared/log.ts";
import { makeVariables } from "../_shared/variables.ts";
import { makeFiles } from "./files.ts";
import { makeHandler } from "./handler.ts";

const { needed } = makeVariables(makeEnvironment((name) => Deno.env.get(name)));
const url = needed("SUPABASE_URL");

Deno.serve(
  makeHandler({
    filesFor: (key, signal) => makeFiles(url, key, signal),
    now: () => performance.now(),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    log: makeLog("sweep"),
  }),
);
