/** The export of a person's own data, and the deletion of accounts, as the database returns them. */
import * as z from "zod/mini";
import { profile } from "./account.ts";
import { count } from "./numbers.ts";
import { workspaceRole } from "./roles.ts";
import { time } from "./time.ts";

/** State of the deletion of the caller's account. */
export const accountDeletion = z.object({
  /** Null: not requested. */
  delete_at: z.nullable(time),
  /** The sign-in of this session is recent, so that a request is permitted. */
  recent: z.boolean(),
  /** Workspaces with other members and no other owner. With any, a request is rejected. */
  owned: z.array(z.object({ id: z.guid(), name: z.string() })),
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** Parts of an export with many items, each a file of the archive. */
export const EXPORT_PARTS = [
  "meetings",
  "attendance",
  "lines",
  "typed",
  "corrections",
  "earlier-corrections",
  "proposals",
  "marks",
  "tasks",
  "reactions",
  "reports",
  "questions",
  "answers",
  "files",
  "terms",
  "invitations",
  "series",
  "series-answers",
] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];

/** Where the next page begins. Only the database reads it. */
const exportKey = z.nullable(z.array(z.union([z.string(), z.number()])));
export type ExportKey = z.infer<typeof exportKey>;

/** Items of the archive have the shapes that the database wrote. `schema` of each file counts their versions. */
export const exportPage = z.object({ items: z.array(z.record(z.string(), z.unknown())), next: exportKey });
export type ExportPage = z.infer<typeof exportPage>;

export const exportCount = z.object({ count, next: exportKey });

export const exportAccount = z.object({
  id: z.guid(),
  email: z.nullable(z.string()),
  /** With its plus sign. */
  phone: z.nullable(z.string()),
  created_at: z.nullable(time),
  last_sign_in_at: z.nullable(time),
  profile,
  sessions: z.array(
    z.object({
      created_at: z.nullable(time),
      refreshed_at: z.nullable(z.string()),
      user_agent: z.nullable(z.string()),
      ip: z.nullable(z.string()),
    }),
  ),
  /** Devices that get reminders, by the host of their push service. */
  push_devices: z.array(z.object({ service: z.string(), added_at: time })),
  /** Null: the person has not chosen any. */
  quiet_hours: z.nullable(z.object({ from: count, until: count })),
  workspaces: z.array(z.object({ id: z.guid(), name: z.string(), role: workspaceRole, joined_at: time })),
  parts: z.array(z.string()),
});
export type ExportAccount = z.infer<typeof exportAccount>;

/** The parts of items that the browser reads, because it also writes them as a page or fetches them. */
export const exportedMeeting = z.object({ id: z.guid(), title: z.nullable(z.string()) });
export const exportedLine = z.object({
  meeting_id: z.guid(),
  kind: z.enum(["chat", "speech"]),
  language: z.string(),
  text: z.nullable(z.string()),
  at: time,
});
export const exportedFile = z.object({
  id: z.guid(),
  name: z.nullable(z.string()),
  shared_at: z.nullable(time),
  deleted_at: z.nullable(time),
});
