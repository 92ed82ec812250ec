/** The function's HTTP side: a peer, or who tries the connection at the door, is answered the servers of a call. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { ICE, type IceAnswer } from "../_shared/contracts/ice.ts";
import { type IceRequest, iceRequest } from "../_shared/contracts/iceRequest.ts";
import { makeEndpoint } from "../_shared/endpoint.ts";
import type { MayHave } from "./mayHave.ts";
import type { Source, Wish } from "./servers.ts";

export interface Tools {
  readonly mayHave: MayHave;
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
    state: { relay: tools.source.relay },
  });

/** Without a relay's credentials a call may still succeed: it is answered with what there is, for a short time. */
async function findServers(
  request: IceRequest,
  caller: Caller,
  { mayHave, source, takeTurn }: Tools,
  log: (failure: Failure) => void,
): Promise<Result<IceAnswer>> {
  const may = await mayHave(request, caller);
  if (!may.ok) return may;
  // Not before the token is proven: else whoever forges one would use up another's turns.
  if (!takeTurn(caller.userId)) return fail("request/rate-limited");
  if (!may.value) return fail("meeting/not-entered");
  const wish = wishOf(request, caller);
  const found = await source.give(wish);
  if (!found.ok) log({ code: "network/media-failed", cause: `relay: ${found.cause}` });
  return ok({ ice_servers: [...found.servers], expires_in: found.ok ? wish.life : ICE.retry });
}

/**
 * A tab has a name of its own; all trials of a person share one, which a relay may give a small share. Which peer asks is
 * only said: with the person before it, nobody uses up another's share.
 */
const wishOf = (request: IceRequest, { userId }: Caller): Wish =>
  "code" in request
    ? { name: userId, life: ICE.trialLife }
    : { name: `${userId}.${request.peer_id}`, life: ICE.credentialLife };
