/**
 * Leaves a call or withdraws a knock on page unload. The browser delivers a beacon after the page is gone. It goes to our
 * own origin: a request to Supabase needs a CORS preflight and would be dropped with the page.
 */
import type { LeaveRequest } from "#contracts/leave.ts";

/** Does not wait. If the beacon is lost, missing heartbeats or the expiry of the knock have the same effect. */
export type SendLeaveBeacon = (request: LeaveRequest) => void;

export const sendLeaveBeacon: SendLeaveBeacon = (request) => {
  // Some browser settings and extensions remove `sendBeacon`.
  navigator.sendBeacon?.("/leave", JSON.stringify(request));
};
