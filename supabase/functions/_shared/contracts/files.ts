/** A file shared in a call, as its line contains it. The permitted types are in `fileTypes.ts`. */
import * as z from "zod/mini";
import { LIMITS } from "./limits.ts";

/** Returns whether a page may show the image inline. Browsers do not show other types, or those can hold scripts. */
export const isImage = (type: string): boolean => /^image\/(?:avif|gif|jpeg|png|webp)$/u.test(type);

/** Pages show an icon for larger images, to spare slow connections. The edge function `files` looks at the pixels of smaller ones. */
export const IMAGE_MAX_BYTES = 5e6;

/** The private bucket of all files. Clients only upload to it. */
export const FILES_BUCKET = "files";

/** The edge function that shares, signs and removes them. */
export const FILES_FUNCTION_PATH = "/functions/v1/files";

/** Returns whether a page may play the file. */
export const isMedia = (type: string): boolean => /^(?:audio|video)\//u.test(type);

export const sharedFile = z.object({
  /** The owner's name for it, without characters that could change the direction of surrounding text. */
  name: z.string(),
  /** One of the types in `fileTypes.ts`. */
  type: z.string(),
  bytes: z.int().check(z.minimum(LIMITS.fileBytes.min), z.maximum(LIMITS.fileBytes.max)),
});
export type SharedFile = z.infer<typeof sharedFile>;

/** `offer_file(p_file_id, p_call_id, p_name, p_type, p_bytes)`: the object's name in the bucket, for the upload. */
export const fileUploadOffer = z.object({ path: z.string() });

/** `file_allowance(p_call_id, p_meeting_id)`: the bytes that the caller may still share there today. */
export const fileAllowance = z.object({ bytes: z.int().check(z.nonnegative()) });
