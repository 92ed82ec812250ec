/**
 * POST `/leave`: a page that goes away leaves its call, or takes its knock along. The answer is the same whatever
 * comes of it, and does not wait for that: most likely nobody reads it.
 */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { leaveRequest } from "#contracts/leave.ts";
import { handleLeaveBeacon } from "~/lib/leaveBeacon.server.ts";

interface LeaveRequest {
  readonly request: Request;
  readonly context: Pick<AppLoadContext, "rpcWithoutRenewal" | "waitUntil">;
}

export async function action({ request, context }: LeaveRequest) {
  const leave = leaveRequest.safeParse(await request.json().catch(() => null));
  if (!leave.success) return new Response(null, { status: 400 });
  context.waitUntil(handleLeaveBeacon(leave.data, context.rpcWithoutRenewal));
  return new Response(null, { status: 204 });
}
