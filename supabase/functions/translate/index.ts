/**
 * Edge function `translate`: has lines translated into what is read in their call, or into what one reader asks. Of lines that
 * the caller may read, and never takes text from the page, so that it is no open proxy to an engine.
 */
import { TRANSLATE } from "../_shared/contracts/translate.ts";
import { makeEnvironment, projectFrom } from "../_shared/env.ts";
import { makeLog } from "../_shared/log.ts";
import { makeChain } from "../_shared/translation/chain.ts";
import { enginesFrom } from "../_shared/translation/configured.ts";
import { makeTurns } from "../_shared/turns.ts";
import { makeHandler } from "./handler.ts";
import { makeLines } from "./lines.ts";

const environment = makeEnvironment((name) => Deno.env.get(name));
const log = makeLog("translate");
const engines = enginesFrom(environment);
const now = () => performance.now();
const chain = makeChain({
  engines,
  now,
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  log,
});

const takeTurn = makeTurns({ count: TRANSLATE.perMinute, span: 60_000, now });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

Deno.serve(
  makeHandler({ lines: makeLines(projectFrom(environment)), takeTurn, chain, pause }, log, engines.length > 0),
);
