/**
 * Edge function `translate`: has lines translated into what is read in their call, or into what one reader asks. Of lines that
 * the caller may read, and never takes text from the page, so that it is no open proxy to an engine.
 */
import { makeEnvironment, projectFrom } from "../_shared/env.ts";
import { makeLog } from "../_shared/log.ts";
import { makeChain } from "../_shared/translation/chain.ts";
import { enginesFrom } from "../_shared/translation/configured.ts";
import { makeHandler } from "./handler.ts";
import { makeLines } from "./lines.ts";

const environment = makeEnvironment((name) => Deno.env.get(name));
const log = makeLog("translate");
const engines = enginesFrom(environment);
const chain = makeChain({
  engines,
  now: () => performance.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  log,
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

Deno.serve(makeHandler({ lines: makeLines(projectFrom(environment)), chain, pause }, log, engines.length > 0));
