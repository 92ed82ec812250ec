/** Reads a glossary directly from the database. The page of a long glossary loads it after its first terms. */
import { pageHttp } from "~/auth/pageHttp.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import type { ReadTerms } from "./core/termList.ts";

export const createReadTerms = (env: PublicEnv, workspace: string): ReadTerms => {
  const rpc = createRpc(pageHttp(env));
  return (signal) => rpc("glossary", { p_workspace_id: workspace }, { signal });
};
