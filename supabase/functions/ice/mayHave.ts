/** Who may have servers: asked of the database as the caller. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import { ok, type Result } from "../_shared/contracts/errors.ts";
import type { IceRequest } from "../_shared/contracts/iceRequest.ts";
import { connect, read } from "../_shared/database.ts";
import type { Project } from "../_shared/env.ts";

/**
 * In a call, whether the peer is the caller's, live, and the call open; at a door, what `try_relay` says, with its
 * errors. Also the proof of the caller's token: a forged one is refused here.
 */
export type MayHave = (request: IceRequest, caller: Caller) => Promise<Result<boolean>>;

const rows = z.array(z.object({ peer_id: z.uuid() }));

export const makeMayHave =
  ({ url, publishableKey }: Pick<Project, "url" | "publishableKey">): MayHave =>
  async (request, { token, userId }) => {
    const database = connect(url, publishableKey, token);
    if ("code" in request) return read(await database.rpc("try_relay", { code: request.code }), z.boolean());
    const found = await database
      .from("call_peers")
      .select("peer_id, calls!inner(ended_at)")
      .eq("call_id", request.call_id)
      .eq("peer_id", request.peer_id)
      .eq("user_id", userId)
      .is("left_at", null)
      .is("calls.ended_at", null);
    const live = read(found, rows);
    return live.ok ? ok(live.value.length > 0) : live;
  };
