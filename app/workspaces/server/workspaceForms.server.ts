/** Parses the forms of the pages about workspaces. */
import * as z from "zod/mini";
import { workspaceRole } from "#contracts/roles.ts";
import { asciiDigits } from "#contracts/text/asciiDigits.ts";
import { WORKSPACES } from "#contracts/workspaceLimits.ts";
import { translationPolicy } from "#contracts/workspaces.ts";

const { min, max } = WORKSPACES.retentionDays;

/** A whole number in any script. */
const retentionDays = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => Number(asciiDigits(typed.trim()) || "NaN")),
  ),
  z.int().check(z.gte(min), z.lte(max)),
);

export const workspaceForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), name: z.string(), days: retentionDays, translation: translationPolicy }),
  z.object({ intent: z.literal("choose") }),
  z.object({ intent: z.literal("create"), id: z.guid(), name: z.string() }),
  z.object({ intent: z.literal("leave") }),
  z.object({ intent: z.literal("delete"), name: z.string() }),
  z.object({ intent: z.literal("keep") }),
  z.object({ intent: z.enum(["two-factor", "sso"]), required: z.enum(["yes", "no"]) }),
]);

/** `id`: the member, the invitation, or the new invitation. */
export const membersForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("role"), id: z.guid(), role: workspaceRole }),
  z.object({ intent: z.literal("remove"), id: z.guid() }),
  z.object({ intent: z.literal("transfer"), id: z.guid() }),
  z.object({ intent: z.literal("invite"), id: z.guid(), email: z.string(), role: z.enum(["admin", "member"]) }),
  z.object({ intent: z.literal("link"), id: z.guid() }),
  z.object({ intent: z.literal("renew"), id: z.guid() }),
  z.object({ intent: z.literal("revoke"), id: z.guid() }),
  z.object({ intent: z.literal("reset-approve"), id: z.guid() }),
  z.object({ intent: z.literal("reset-decline"), id: z.guid() }),
]);
