import * as z from "zod/mini";
import { type WorkspaceAction, workspaceAction } from "#contracts/workspaces.ts";

interface ChangeFilter {
  /** Changes older than this one. 0: all. */
  readonly before: number;
  /** Null: every kind. */
  readonly action: WorkspaceAction | null;
  /** A member, as the author or the subject of changes. Null: everybody. */
  readonly person: string | null;
}

/** Returns the filter of a URL. Unknown values count as absent. */
export function readChangeFilter(search: URLSearchParams): ChangeFilter {
  const action = workspaceAction.safeParse(search.get("change"));
  const person = z.guid().safeParse(search.get("person"));
  return {
    before: Math.max(0, Math.trunc(Number(search.get("before")) || 0)),
    action: action.success ? action.data : null,
    person: person.success ? person.data : null,
  };
}

/** Returns the arguments of `workspace_changes`. */
export const changeArguments = (workspace: string, { before, action, person }: ChangeFilter) => ({
  p_workspace_id: workspace,
  ...(before > 0 && { p_before: before }),
  ...(action !== null && { p_actions: [action] }),
  ...(person !== null && { p_person: person }),
});
