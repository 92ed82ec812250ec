/** The reset of a lost second factor, as the database returns it. */
import * as z from "zod/mini";
import { workspaceRole } from "./roles.ts";
import { time } from "./time.ts";

/** Result of `factor_reset_state`. */
export const factorResetState = z.object({
  /** The open request. `due_at`: when the factors are removed; null before an admin has approved it. */
  reset: z.nullable(z.object({ due_at: z.nullable(time) })),
  /** Whether somebody else could approve a request. */
  can_ask: z.boolean(),
  /** Whether the session began with a code a moment ago, by email if the person has an address, which a request needs. */
  is_proven: z.boolean(),
});
export type FactorResetState = z.infer<typeof factorResetState>;

/** Result of `workspace_factor_resets(p_workspace_id)`, for admins: members who wait for an answer, or for the removal. */
export const workspaceFactorResets = z.array(
  z.object({
    user_id: z.guid(),
    display_name: z.nullable(z.string()),
    /** The phone number of a person without an email address. */
    email: z.string(),
    role: workspaceRole,
    requested_at: time,
    due_at: z.nullable(time),
  }),
);
export type WorkspaceFactorReset = z.infer<typeof workspaceFactorResets>[number];
