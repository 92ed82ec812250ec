/**
 * Edge function `translate`: asks for lines to be translated into what is read in their meeting. Reads them as the
 * caller and never takes text from the page, so that it is no open proxy to an engine.
 */
import { type Environment, projectFrom } from "../_shared/env.ts";
import { makeChain } from "../_shared/translation/chain.ts";
import { enginesFrom } from "../_shared/translation/configured.ts";
import { makeHandler } from "./handler.ts";
import { makeLines } from "./lines.ts";

/** A variable that this process may not read is one that it was not given. */
const environment: Environment = (name) => {
  try {
    return Deno.env.get(name);
  } catch {
    return undefined;
  }
};

const log = (entry: Readonly<Record<string, unknown>>) =>
  console.error(JSON.stringify({ function: "translate", ...entry }));

const chain = makeChain({
  engines: enginesFrom(environment),
  now: () => performance.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  log,
});

Deno.serve(makeHandler({ lines: makeLines(projectFrom(environment)), chain }, (failure) => log({ ...failure })));
