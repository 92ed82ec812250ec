/** An unsent comment, which stays on the device for its writer alone. */
import * as z from "zod/mini";
import { language } from "#contracts/languages.ts";
import { type Persisted, persisted } from "~/lib/persisted.ts";
import { type KeyValueStorage, writeStored } from "~/lib/storage.ts";

const draftSchema = z.object({ text: z.string(), language: z.nullable(language) });
export type CommentDraft = z.infer<typeof draftSchema>;

export function commentDraft(device: KeyValueStorage, fileId: string, me: string): Persisted<CommentDraft> {
  const key = `parley:comment:${fileId}`;
  // An earlier version stored it for whoever opens the file on this device.
  writeStored(device, key, null);
  return persisted(() => device, `${key}:${me}`, draftSchema);
}
