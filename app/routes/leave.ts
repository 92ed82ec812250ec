/**
 * POST `/leave`: leaves the call or withdraws the knock on page unload. The response is always the same and does not
 * wait for the database: probably nobody reads it.
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
