/** A file that is shared in a call, as its line has it. Which ones may be stands in `fileTypes.ts`. */
import * as z from "zod/mini";

import { LIMITS } from "./limits.ts";

/** What a page may show in place; of the others a browser shows none, or one that holds scripts. */
export const isImage = (type: string): boolean => /^image\/(?:avif|gif|jpeg|png|webp)$/u.test(type);

/** The bucket of Storage that all are in. Private: who may read an object is a policy. */
export const FILES_BUCKET = "files";

export const sharedFile = z.object({
  /** As its owner named it, without marks that could turn the text around it. */
  name: z.string(),
  /** One of those in `fileTypes.ts`. */
  type: z.string(),
  bytes: z.int().check(z.minimum(LIMITS.file.min), z.maximum(LIMITS.file.max)),
});
export type SharedFile = z.infer<typeof sharedFile>;

/** `offer_file(p_file_id, p_call_id, p_name, p_type, p_bytes)`: where its bytes go, the object's name in the bucket. */
export const fileUploadOffer = z.object({ path: z.string() });

/** `read_file(p_file_id)`: where its bytes are. Errors: `file/not-found`. */
export const storedFile = z.object({ path: z.string(), name: z.string(), type: z.string() });
