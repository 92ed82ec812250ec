/**
 * Daily quotas (UTC) of paid services: for a user, a meeting, the meetings of a workspace, and all of Parley. Guests'
 * meetings share the quota of one workspace, a fourth of all, so guests cannot exhaust the quota of workspaces.
 *
 * They are apart from `LIMITS`, which every page loads. The database counts usage and names a quota `<kind>Quota.<scope>`.
 */
import { LIMITS } from "./limits.ts";

export const QUOTAS = {
  translate: LIMITS.translateQuota,
  /** Chunks of calls sent to the model. */
  summary: { user: 40, meeting: 40, workspace: 250, all: 1_000 },
  /** Milliseconds of audio sent to the recogniser: 4, 12, 20 and 80 hours. */
  speech: { user: 14_400_000, meeting: 43_200_000, workspace: 72_000_000, all: 288_000_000 },
} as const;
