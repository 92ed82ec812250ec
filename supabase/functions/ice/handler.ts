/** The function's HTTP side: a peer asks, the servers of its call are answered. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { ICE, type IceAnswer, type IceRequest, iceRequest } from "../_shared/contracts/ice.ts";
import { makeEndpoint } from "../_shared/endpoint.ts";
import type { IsIn } from "./peers.ts";
import type { Source } from "./servers.ts";

export interface Tools {
  readonly isIn: IsIn;
  readonly source: Source;
  /** Takes a turn for a user; false when they had all of theirs. */
  takeTurn(userId: string): boolean;
}

export const makeHandler = (tools: Tools, log: (failure: Failure) => void) =>
  makeEndpoint({
    shape: iceRequest,
    bodyLimit: 1_000,
    work: (request, caller) => findServers(request, caller, tools, log),
    log,
  });

/** Without a relay's credentials a call may still succeed: it is answered with what there is, for a short time. */
async function findServers(
  request: IceRequest,
  caller: Caller,
  { isIn, source, takeTurn }: Tools,
  log: (failure: Failure) => void,
): Promise<Result<IceAnswer>> {
  const isLive = await isIn(request, caller);
  if (!isLive.ok) return isLive;
  // Not before the token is proven: else whoever forges one would use up another's turns.
  if (!takeTurn(caller.userId)) return fail("request/rate-limited");
  if (!isLive.value) return fail("meeting/not-entered");
  const found = await source(request.peer_id);
  if (!found.ok) log({ code: "network/media-failed", cause: `relay: ${found.cause}` });
  return ok({ ice_servers: [...found.servers], expires_in: found.ok ? ICE.credentialLife : ICE.retry });
}
