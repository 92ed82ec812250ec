/**
 * Edge function `files`: checks uploaded bytes before their file is shared, signs addresses of shared files for a minute,
 * and removes the bytes of deleted lines. Clients can do none of that themselves: Storage lets them only upload.
 */
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { createFileStore } from "./fileStore.ts";
import { createFilesHandler } from "./handler.ts";

const STORAGE_TIMEOUT_MS = 8_000;
/** A chat with many pictures requests an address for each. */
const REQUESTS_PER_MINUTE = 600;

const project = projectFrom(createEnvironment((name) => Deno.env.get(name)));

Deno.serve(
  createFilesHandler(
    {
      store: createFileStore(project, () => AbortSignal.timeout(STORAGE_TIMEOUT_MS)),
      checkRateLimit: createRateLimiter({
        ...{ limit: REQUESTS_PER_MINUTE, windowMs: 60_000 },
        now: () => performance.now(),
      }),
    },
    createLog("files"),
  ),
);
