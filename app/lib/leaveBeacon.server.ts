/** Carries out a leave beacon as the caller. The database rejects the ids of other users. */
import type { Result } from "#contracts/errors.ts";
import type { LeaveRequest } from "#contracts/leave.ts";
import type { Rpc } from "./rpc.ts";

export function handleLeaveBeacon(request: LeaveRequest, rpc: Rpc): Promise<Result<unknown>> {
  switch (request.to) {
    case "call":
      return rpc("leave_call", { p_call_id: request.call_id, p_peer_id: request.peer_id });
    case "knock":
      return rpc("withdraw_knock", { p_meeting_id: request.meeting_id });
    default:
      return request satisfies never;
  }
}
