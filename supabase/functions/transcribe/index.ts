/**
 * Edge function `transcribe`: turns a participant's speech into text with the operator's recogniser. It stores no audio and
 * logs no text. Only participants of the call may use it, so it is no open proxy to a recogniser.
 */
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { createSlots } from "../_shared/slots.ts";
import { recogniserFrom } from "./config.ts";
import { createHintsFetcher } from "./glossaryHints.ts";
import { createTranscribeHandler } from "./handler.ts";
import { createIdempotencyCache } from "./idempotencyCache.ts";
import { speechQuotaFrom } from "./speechQuota.ts";

const environment = createEnvironment((name) => Deno.env.get(name));
const project = projectFrom(environment);
const now = () => performance.now();
const recognise = recogniserFrom(environment, { now, timeout: (milliseconds) => AbortSignal.timeout(milliseconds) });

Deno.serve(
  createTranscribeHandler(
    {
      ...speechQuotaFrom(project),
      checkRateLimit: createRateLimiter({ limit: TRANSCRIBE.segmentsPerMinute, windowMs: 60_000, now }),
      enterSession: createSlots({ perKey: TRANSCRIBE.segmentsAtOnce }),
      enterRecogniser: createSlots({ perKey: TRANSCRIBE.segmentsAtOnce, all: TRANSCRIBE.segmentsInProcess }),
      fetchHints: createHintsFetcher(project, now),
      recognise,
      deduplicate: createIdempotencyCache(now),
    },
    createLog("transcribe"),
  ),
);
