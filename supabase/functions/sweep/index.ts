/**
 * Edge function `sweep`: removes the bytes of files that nobody may read any more. A schedule calls it with a secret key,
 * and all its requests use that key; the function has no key of its own.
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
