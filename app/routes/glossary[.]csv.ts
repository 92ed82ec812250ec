/** GET `/glossary.csv`: the approved terms of the user's workspace for a spreadsheet. */
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccount } from "~/auth/requireAccount.server.ts";
import { exportGlossary } from "~/glossary/readGlossary.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAccount(context, request);
  return new Response(await exportGlossary(context, request), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": 'attachment; filename="glossary.csv"',
    },
  });
}
