/** The caller's live peer in a call that is open: asked of the database as the caller. */
import * as z from "zod/mini";
import type { Caller } from "./caller.ts";
import { ok, type Result } from "./contracts/errors.ts";
import { connect, read } from "./database.ts";
import type { Project } from "./env.ts";

export interface Peer {
  readonly peer_id: string;
  readonly meeting_id: string;
}

/** Null when the caller is not in this call. Also the proof of the caller's token: a forged one is refused here. */
export type FindPeer = (callId: string, caller: Caller) => Promise<Result<Peer | null>>;

const rows = z.array(z.object({ peer_id: z.uuid(), calls: z.object({ meeting_id: z.uuid() }) }));

export const makeFindPeer =
  ({ url, publishableKey }: Pick<Project, "url" | "publishableKey">): FindPeer =>
  async (callId, { token, userId }) => {
    const found = await connect(url, publishableKey, token)
      .from("call_peers")
      .select("peer_id, calls!inner(meeting_id, ended_at)")
      .eq("call_id", callId)
      .eq("user_id", userId)
      .is("left_at", null)
      .is("calls.ended_at", null);
    const live = read(found, rows);
    if (!live.ok) return live;
    const [peer] = live.value;
    return ok(peer === undefined ? null : { peer_id: peer.peer_id, meeting_id: peer.calls.meeting_id });
  };
