/** Roles in a workspace. Apart from `account.ts`, which no call loads. */
import * as z from "zod/mini";

export const workspaceRole = z.enum(["owner", "admin", "member"]);
export type WorkspaceRole = z.infer<typeof workspaceRole>;
