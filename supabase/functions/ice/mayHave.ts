/** Who may have servers: asked of the database as the caller. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import type { Result } from "../_shared/contracts/errors.ts";
import type { IceRequest } from "../_shared/contracts/iceRequest.ts";
import { connect, read } from "../_shared/database.ts";
import type { Project } from "../_shared/env.ts";

/**
 * For a call what `use_relay` says, at a door what `try_relay` does, with their errors. Also the proof of the caller's
 * token: a forged one is refused here.
 */
export type MayHave = (request: IceRequest, caller: Caller) => Promise<Result<boolean>>;

export const makeMayHave =
  ({ url, publishableKey }: Pick<Project, "url" | "publishableKey">): MayHave =>
  async (request, { token }) => {
    const database = connect(url, publishableKey, token);
    const answer =
      "code" in request
        ? await database.rpc("try_relay", { code: request.code })
        : await database.rpc("use_relay", { meeting_id: request.meeting_id });
    return read(answer, z.boolean());
  };
