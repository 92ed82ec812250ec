/**
 * What may be had in a day (UTC) of what costs: by one person, in one meeting, in the meetings of one workspace, and in
 * all of Parley. Meetings of guests are of no workspace and share the quota of one, a fourth of all: who needs no account
 * cannot use up what workspaces need. Apart from `LIMITS`, which every page carries; the database, which alone counts, knows
 * these as `<kind>Quota.<scope>`.
 */
import { LIMITS } from "./limits.ts";

export const QUOTAS = {
  translate: LIMITS.translateQuota,
  /** Parts of calls sent to the model. */
  summary: { user: 40, meeting: 40, workspace: 250, all: 1_000 },
  /** Milliseconds of sound sent to the recogniser: 4, 12, 20 and 80 hours. */
  speech: { user: 14_400_000, meeting: 43_200_000, workspace: 72_000_000, all: 288_000_000 },
} as const;
