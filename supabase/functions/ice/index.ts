/**
 * Edge function `ice`: STUN and TURN servers, with credentials of 15 minutes for participants of a call and of two minutes for
 * connection tests. The secrets behind the credentials never leave the function.
 */
import { ICE } from "../_shared/contracts/ice.ts";
import { createEnvironment, projectFrom } from "../_shared/env.ts";
import { createLog } from "../_shared/log.ts";
import { createRateLimiter } from "../_shared/rateLimiter.ts";
import { createRelayAuthorizer } from "./authorizeRelay.ts";
import { relaySourceFrom } from "./config.ts";
import { createIceHandler } from "./handler.ts";

const environment = createEnvironment((name) => Deno.env.get(name));
const source = relaySourceFrom(environment, {
  now: () => Date.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
});
const checkRateLimit = createRateLimiter({
  limit: ICE.requestsPerTenMinutes,
  windowMs: 600_000,
  now: () => performance.now(),
});

Deno.serve(
  createIceHandler(
    { authorizeRelay: createRelayAuthorizer(projectFrom(environment)), source, checkRateLimit },
    createLog("ice"),
  ),
);
