/**
 * Edge function `sweep`: removes the bytes of files that nobody may read any more. For a schedule, which brings a secret key:
 * everything is asked with that key, and the function has none of its own to lend.
 */
import { createEnvironment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";
import { createLog } from "../_shared/log.ts";
import { createSweepHandler } from "./handler.ts";
import { createOrphanedFiles } from "./orphanedFiles.ts";

const { required } = createEnvReader(createEnvironment((name) => Deno.env.get(name)));
const url = required("SUPABASE_URL");

Deno.serve(
  createSweepHandler({
    filesFor: (key, signal) => createOrphanedFiles(url, key, signal),
    now: () => performance.now(),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    log: createLog("sweep"),
  }),
);
