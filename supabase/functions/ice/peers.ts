/** Whether a peer is the caller's, live, in a call that is open. */
import type { Caller } from "../_shared/caller.ts";
import { ok, type Result } from "../_shared/contracts/errors.ts";
import type { IceRequest } from "../_shared/contracts/ice.ts";
import type { FindPeer } from "../_shared/peers.ts";

/** Also the proof of the caller's token: a forged one is refused here. */
export type IsIn = (request: IceRequest, caller: Caller) => Promise<Result<boolean>>;

export const makeIsIn =
  (findPeer: FindPeer): IsIn =>
  async ({ call_id, peer_id }, caller) => {
    const found = await findPeer(call_id, caller);
    return found.ok ? ok(found.value?.peer_id === peer_id) : found;
  };
