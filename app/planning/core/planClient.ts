/** Changes of plans, requested by the page as its user. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { type PlannedSeries, type PlanRequest, type StoredSeries, storedSeries } from "#contracts/plans.ts";
import type { WorkspaceMember } from "#contracts/workspaces.ts";
import type { Rpc } from "~/lib/rpc.ts";
import type { SupabaseHttp } from "~/lib/supabaseHttp.ts";

const PLAN_FUNCTION_PATH = "/functions/v1/plan";

export type NewInvitee =
  | { readonly user_id: string }
  | { readonly email: string; readonly language: Language; readonly zone: string };

/** Errors: those of `SupabaseHttp.post`. `plan/changed`: somebody else has changed it since it was read. */
export interface PlanClient {
  send(request: PlanRequest): Promise<Result<StoredSeries>>;
  read(seriesId: string): Promise<Result<PlannedSeries>>;
  invite(seriesId: string, invitees: readonly NewInvitee[]): Promise<Result<PlannedSeries>>;
  remove(seriesId: string, inviteeId: string): Promise<Result<PlannedSeries>>;
  cancelAll(seriesId: string, sequence: number): Promise<Result<unknown>>;
  members(workspace: string): Promise<Result<readonly WorkspaceMember[]>>;
}

export function createPlanClient(http: Pick<SupabaseHttp, "post">, rpc: Rpc): PlanClient {
  return {
    async send(request) {
      const response = await http.post(PLAN_FUNCTION_PATH, request);
      if (!response.ok) return response;
      const parsed = storedSeries.safeParse(response.value);
      return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "no stored series");
    },
    read: (seriesId) => rpc("read_series", { p_series_id: seriesId }),
    invite: (seriesId, invitees) =>
      rpc("invite_to_series", { p_series_id: seriesId, p_invitees: invitees.map((invitee) => ({ ...invitee })) }),
    remove: (seriesId, inviteeId) => rpc("remove_invitee", { p_series_id: seriesId, p_invitee_id: inviteeId }),
    cancelAll: (seriesId, sequence) => rpc("cancel_series", { p_series_id: seriesId, p_sequence: sequence }),
    async members(workspace) {
      const page = await rpc("workspace_members", { p_workspace_id: workspace });
      return page.ok ? ok(page.value.members) : page;
    },
  };
}
