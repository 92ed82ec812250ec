/**
 * Edge function `ice`: STUN and TURN servers with credentials of an hour, for those who are in a call, and of two minutes
 * for those who try their connection at its door. The secrets that make credentials never leave it.
 */
import { ICE } from "../_shared/contracts/ice.ts";
import { makeEnvironment, projectFrom } from "../_shared/env.ts";
import { makeLog } from "../_shared/log.ts";
import { makeTurns } from "../_shared/turns.ts";
import { sourceFrom } from "./configured.ts";
import { makeHandler } from "./handler.ts";
import { makeMayHave } from "./mayHave.ts";

const environment = makeEnvironment((name) => Deno.env.get(name));
const source = sourceFrom(environment, {
  now: () => Date.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
});
const takeTurn = makeTurns({ count: ICE.perTenMinutes, span: 600_000, now: () => performance.now() });

Deno.serve(makeHandler({ mayHave: makeMayHave(projectFrom(environment)), source, takeTurn }, makeLog("ice")));
