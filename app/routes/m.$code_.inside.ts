/** GET `/m/:code/inside`: the occupancy of a meeting, for a pre-join page that is open. */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isNetworkError } from "~/lib/transientErrors.ts";
import { occupancyOf } from "~/prejoin/occupancy.ts";
import { meetingCode } from "~/prejoin/preJoinForms.server.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const headers = { "Cache-Control": "no-store" };
  const code = meetingCode.safeParse(params.code);
  if (!code.success) return Response.json(null, { status: 404, headers });
  const found = await context.rpc("find_meeting", { p_code: code.data });
  // The page keeps what it shows until the database answers again.
  if (!found.ok && isNetworkError(found.error)) return Response.json(null, { status: 503, headers });
  return Response.json(occupancyOf(found), { headers });
}
