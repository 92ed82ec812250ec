/**
 * Edge function `sweep`: deletes what is kept no longer, with the bytes of files that nobody may read any more. The
 * Worker's schedule calls it with `JOBS_SECRET`. Its own requests use the function's secret key.
 */
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { jobsSecretFrom } from "../_shared/envReader.ts";
import { createJobRuns } from "../_shared/jobRuns.ts";
import { createLog } from "../_shared/log.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createSweepHandler } from "./handler.ts";
import { createOrphanedFiles } from "./orphanedFiles.ts";
import { createSweepStore } from "./sweepStore.ts";

const environment = createEnvironment((name) => Deno.env.get(name));
const project = projectFrom(environment);
const service = createServiceClient(project);

Deno.serve(
  createSweepHandler({
    secret: jobsSecretFrom(environment),
    runs: (signal) => createJobRuns(service, signal),
    store: (signal) => createSweepStore(service, signal),
    files: (signal, bucket) => createOrphanedFiles(project, signal, bucket),
    now: Date.now,
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    log: createLog("sweep"),
  }),
);
