/** GET `/settings/workspace/log.csv`: the log of changes of a workspace for a spreadsheet, by the filter of the page. */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { exportChanges } from "~/workspaces/exportChanges.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAccount(context, request);
  return new Response(await exportChanges(context, request), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="changes.csv"',
    },
  });
}
