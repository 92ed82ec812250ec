/** The function's HTTP side: a peer, or who tries the connection at the door, is answered the servers of a call. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { ICE, type IceResponse } from "../_shared/contracts/ice.ts";
import { type IceRequest, iceRequest } from "../_shared/contracts/iceRequest.ts";
import { createJsonEndpoint } from "../_shared/endpoint.ts";
import type { AuthorizeRelay } from "./authorizeRelay.ts";
import type { CredentialRequest, RelaySource } from "./relaySources.ts";

export interface IceDependencies {
  readonly authorizeRelay: AuthorizeRelay;
  readonly source: RelaySource;
  /** Takes a turn for a user; false when they had all of theirs. */
  checkRateLimit(userId: string): boolean;
}

export const createIceHandler = (tools: IceDependencies, log: (failure: Failure) => void) =>
  createJsonEndpoint({
    schema: iceRequest,
    maxBodyBytes: 1_000,
    handle: (request, caller) => findServers(request, caller, tools, log),
    log,
    status: { relay: tools.source.hasRelay },
  });

/** Without a relay's credentials a call may still succeed: it is answered with what there is, for a short time. */
async function findServers(
  request: IceRequest,
  caller: Caller,
  { authorizeRelay, source, checkRateLimit }: IceDependencies,
  log: (failure: Failure) => void,
): Promise<Result<IceResponse>> {
  const authorized = await authorizeRelay(request, caller);
  if (!authorized.ok) return authorized;
  // Not before the token is proven: else whoever forges one would use up another's turns.
  if (!checkRateLimit(caller.userId)) return fail("request/rate-limited");
  if (!authorized.value) return fail("meeting/not-entered");
  const credential = credentialRequestFor(request, caller);
  const issued = await source.issueServers(credential);
  if (!issued.ok) log({ code: "network/media-failed", cause: `relay: ${issued.cause}` });
  return ok({ ice_servers: [...issued.servers], expires_in: issued.ok ? credential.ttlMs : ICE.retryDelayMs });
}

/**
 * A tab has a name of its own; all trials of a person share one, which a relay may give a small share. Which peer asks is
 * only said: with the person before it, nobody uses up another's share.
 */
const credentialRequestFor = (request: IceRequest, { userId }: Caller): CredentialRequest =>
  "code" in request
    ? { name: userId, ttlMs: ICE.testCredentialTtlMs }
    : { name: `${userId}.${request.peer_id}`, ttlMs: ICE.credentialTtlMs };
