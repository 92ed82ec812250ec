/** Requests to the edge function `files`. Apart from `files.ts`, because pages that only read lines do not need them. */
import * as z from "zod/mini";
import { LIMITS } from "./limits.ts";

const fileIds = z.array(z.guid()).check(z.minLength(1), z.maxLength(LIMITS.filesPerRequest));

/** Shares an uploaded file, signs addresses of files, or removes deleted bytes. */
export const filesRequest = z.union([
  z.strictObject({ share: z.strictObject({ file_id: z.guid(), language: z.string() }) }),
  z.strictObject({ sign: fileIds }),
  z.strictObject({ remove: fileIds }),
]);
export type FilesRequest = z.infer<typeof filesRequest>;

/**
 * Result of `sign`: the files that the caller may read, each with its address below `/storage/v1`. Anybody with the
 * address can fetch the file for `SIGNED_URL_TTL_SECONDS`.
 */
export const signedFiles = z.array(
  z.object({
    id: z.guid(),
    name: z.string(),
    type: z.string(),
    address: z.string().check(z.startsWith("/object/sign/")),
  }),
);
export type SignedFiles = z.infer<typeof signedFiles>;

export const SIGNED_URL_TTL_SECONDS = 60;
