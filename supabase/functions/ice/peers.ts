/** Whether a peer is the caller's, live, in a call that is open: asked of the database as the caller. */
import * as z from "zod/mini";
import type { Caller } from "../_shared/caller.ts";
import { ok, type Result } from "../_shared/contracts/errors.ts";
import type { IceRequest } from "../_shared/contracts/ice.ts";
import { connect, read } from "../_shared/database.ts";
import type { Project } from "../_shared/env.ts";

/** Also the proof of the caller's token: a forged one is refused here. */
export type IsIn = (request: IceRequest, caller: Caller) => Promise<Result<boolean>>;

const rows = z.array(z.object({ peer_id: z.uuid() }));

export const makeIsIn =
  ({ url, publishableKey }: Pick<Project, "url" | "publishableKey">): IsIn =>
  async ({ call_id, peer_id }, { token, userId }) => {
    const found = await connect(url, publishableKey, token)
      .from("call_peers")
      .select("peer_id, calls!inner(ended_at)")
      .eq("call_id", call_id)
      .eq("peer_id", peer_id)
      .eq("user_id", userId)
      .is("left_at", null)
      .is("calls.ended_at", null);
    const live = read(found, rows);
    return live.ok ? ok(live.value.length > 0) : live;
  };
