import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import type { WorkspaceChange, workspaceChanges } from "#contracts/workspaces.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { CSV_HEAD, writeCsvRow } from "~/lib/csv.server.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { changeArguments, readChangeFilter } from "./server/changeFilter.server.ts";

/** Pages of a table. Each is a request to the database, of which a Worker may make 50. */
export const MAX_EXPORTED_PAGES = 20;

const COLUMNS = ["id", "time", "change", "author", "author_id", "person", "person_id", "from", "to", "role", "address"];

/**
 * Returns the changes of the workspace and the filter in the URL, the newest first. The last row of a table that is cut
 * says so; `?before=` with the last id continues. The database rejects everybody but admins and owners.
 */
export async function exportChanges(
  { rpc, locale }: Pick<AppLoadContext, "rpc" | "locale">,
  request: Request,
): Promise<string> {
  const { searchParams } = new URL(request.url);
  const filter = readChangeFilter(searchParams);
  const workspace = z.guid().safeParse(searchParams.get("workspace"));
  if (!workspace.success) throw errorResponse({ code: "request/not-found" });
  const rows = [COLUMNS];
  let next: number | null = filter.before;
  for (let page = 0; page < MAX_EXPORTED_PAGES && next !== null; page += 1) {
    const found: Result<z.infer<typeof workspaceChanges>> = await rpc(
      "workspace_changes",
      changeArguments(workspace.data, { ...filter, before: next }),
    );
    if (!found.ok) throw errorResponse(found.error);
    rows.push(...found.value.changes.map(changeRow));
    next = found.value.next;
  }
  if (next !== null) rows.push([String(next), getTranslator(locale)("members.log.cut")]);
  return CSV_HEAD + rows.map(writeCsvRow).join("");
}

const changeRow = (change: WorkspaceChange): string[] => {
  const { detail } = change;
  return [
    ...[change.id, change.at, change.action, change.actor_name, change.actor, change.person_name, change.person],
    ...[detail.from, detail.to, detail.role, detail.email ?? detail.address],
  ].map((cell) => String(cell ?? ""));
};
