/** Handles requests for ICE servers, of peers and of connection tests. */
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
  /** Counts a request of the user. Returns false above the limit. */
  checkRateLimit(userId: string): boolean;
}

export const createIceHandler = (tools: IceDependencies, log: (failure: Failure) => void) =>
  createJsonEndpoint({
    schema: iceRequest,
    maxBodyBytes: 1_000,
    handle: (request, caller) => findServers(request, caller, tools, log),
    log,
    status: () => ({ relay: tools.source.hasRelay }),
  });

/** A call may succeed without a relay, so a failing relay shortens the response's lifetime instead of failing it. */
async function findServers(
  request: IceRequest,
  caller: Caller,
  { authorizeRelay, source, checkRateLimit }: IceDependencies,
  log: (failure: Failure) => void,
): Promise<Result<IceResponse>> {
  const authorized = await authorizeRelay(request, caller);
  if (!authorized.ok) return authorized;
  // Only after the token is verified, or a forged token could use up another user's limit.
  if (!checkRateLimit(caller.userId)) return fail("request/rate-limited");
  if (!authorized.value) return fail("meeting/not-entered");
  const credential = credentialRequestFor(request, caller);
  const issued = await source.issueServers(credential);
  if (!issued.ok) log({ code: "network/media-failed", cause: `relay: ${issued.cause}` });
  return ok({ ice_servers: [...issued.servers], expires_in: issued.ok ? credential.ttlMs : ICE.retryDelayMs });
}

/**
 * Contains what a relay may count by, so that it limits all tabs and tests of one person together. Peer ids are no part of
 * it: a person could make up as many as they like.
 */
const credentialRequestFor = (request: IceRequest, { userId, network }: Caller): CredentialRequest => ({
  userId,
  network,
  ttlMs: "code" in request ? ICE.testCredentialTtlMs : ICE.credentialTtlMs,
});
