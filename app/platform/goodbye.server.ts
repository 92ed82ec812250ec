/** What a page's goodbye means to the database, as the caller: it refuses what is somebody else's. */
import type { Result } from "#contracts/errors.ts";
import type { Goodbye } from "#contracts/goodbye.ts";
import type { Rpc } from "./rpc.ts";

export function carryOut(goodbye: Goodbye, rpc: Rpc): Promise<Result<unknown>> {
  switch (goodbye.to) {
    case "call":
      return rpc("leave_call", { call_id: goodbye.call_id, peer_id: goodbye.peer_id });
    case "door":
      return rpc("withdraw_knock", { meeting_id: goodbye.meeting_id });
    default:
      return goodbye satisfies never;
  }
}
