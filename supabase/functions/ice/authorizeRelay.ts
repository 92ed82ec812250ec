/** Asks the database, as the caller, whether the caller may use the relay. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import type { IceRequest } from "../_shared/contracts/iceRequest.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

/**
 * Returns the result of `authorize_turn` for a call, or of `authorize_turn_test` for a connection test, with their errors.
 * It also verifies the caller's token, because the REST API rejects a forged one.
 */
export type AuthorizeRelay = (request: IceRequest, caller: Caller) => Promise<Result<boolean>>;

export const createRelayAuthorizer =
  ({ url, publishableKey }: Pick<Project, "url" | "publishableKey">): AuthorizeRelay =>
  async (request, { token }) => {
    const database = createRestClient(url, publishableKey, token);
    const response =
      "code" in request
        ? await database.rpc("authorize_turn_test", { p_code: request.code })
        : await database.rpc("authorize_turn", { p_meeting_id: request.meeting_id });
    return parseRestResponse(response, z.boolean());
  };
