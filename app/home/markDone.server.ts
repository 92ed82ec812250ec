/** Marks a task of the home page as done. */
import { type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import type { Viewer } from "~/lib/loadContext.ts";

const lineId = z.guid();

const errorResult = (error: ErrorCode) => data({ intent: "done" as const, error }, { status: errorStatus(error) });

/** Marks the user's own task as done and reloads the page, or returns the error. */
export async function markDone({ rpc }: AppLoadContext, { id }: Viewer, form: FormData) {
  const line = lineId.safeParse(form.get("line"));
  if (!line.success) return errorResult("request/invalid");
  const marked = await rpc("mark_line", { p_line_id: line.data, p_kind: "task", p_assignee_id: id, p_done: true });
  return marked.ok ? redirect("/home") : errorResult(marked.error.code);
}
