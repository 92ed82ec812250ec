/** Who may have servers: asked of the database as the caller. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import type { IceRequest } from "../_shared/contracts/iceRequest.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

/**
 * For a call what `authorize_turn` says, at a door what `authorize_turn_test` does, with their errors. Also the proof of the caller's
 * token: a forged one is refused here.
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
