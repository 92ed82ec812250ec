/**
 * What a page says as it goes away. A browser carries a beacon further when the page is gone, and to our own origin it
 * needs no question before: a request to Supabase would, and would be dropped with the page.
 */
import type { LeaveRequest } from "#contracts/leave.ts";

/** Waits for nothing and answers nothing: what got lost the server notices by the missing heartbeats, or the knock's end. */
export type SendLeaveBeacon = (request: LeaveRequest) => void;

export const sendLeaveBeacon: SendLeaveBeacon = (request) => {
  // Some people turn beacons off.
  navigator.sendBeacon?.("/leave", JSON.stringify(request));
};
