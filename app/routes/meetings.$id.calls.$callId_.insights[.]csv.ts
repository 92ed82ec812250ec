/** GET `/meetings/:id/calls/:callId/insights.csv?table=`: one table of a call's insights for a spreadsheet. */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { csvResponse, readCallInsights } from "~/insights/readInsights.server.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const view = await readCallInsights(context, params, null, request);
  if (!view.ok) throw errorResponse(view.error);
  return csvResponse(context, request, view.value.insights.figures, null);
}
