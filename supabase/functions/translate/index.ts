/**
 * Edge function `translate`: translates lines into the languages of their call, or into the language of one reader. It
 * reads only lines that the caller may read and accepts no text from the page, so it is no open proxy to an engine.
 */
import { TRANSLATE } from "../_shared/contracts/translate.ts";
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { enginesFrom } from "../_shared/translation/config.ts";
import { createEngineChain } from "../_shared/translation/engineChain.ts";
import { createTranslateHandler } from "./handler.ts";
import { createTranslationStore } from "./translationStore.ts";

const environment = createEnvironment((name) => Deno.env.get(name));
const log = createLog("translate");
const engines = enginesFrom(environment);
const now = () => performance.now();
const chain = createEngineChain({
  engines,
  now,
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  log,
});

const checkRateLimit = createRateLimiter({ limit: TRANSLATE.requestsPerMinute, windowMs: 60_000, now });
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

Deno.serve(
  createTranslateHandler(
    { store: createTranslationStore(projectFrom(environment)), checkRateLimit, chain, sleep },
    log,
    engines.length > 0,
  ),
);
