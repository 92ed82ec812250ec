/** GET `/insights.csv?table=`: one table of the workspace's insights for a spreadsheet. */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { readWorkspace } from "~/glossary/readGlossary.server.ts";
import { csvResponse, readInsights } from "~/insights/readInsights.server.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAccount(context, request);
  const { figures, range, error } = await readInsights(context, request, await readWorkspace(context, request));
  if (error !== null) throw errorResponse({ code: error });
  return csvResponse(context, request, figures, range);
}
