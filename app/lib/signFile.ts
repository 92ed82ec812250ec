/** Requests a signed address of a shared file, with which anyone can fetch the file for a minute. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import { type FilesRequest, signedFiles } from "#contracts/fileRequests.ts";
import { FILES_FUNCTION_PATH, isImage, isMedia } from "#contracts/files.ts";
import type { SupabaseHttp } from "./supabaseHttp.ts";

/**
 * Signs the address of a file whose line the caller may read. `inline`: a page shows it, if it is an image, audio or video;
 * otherwise the address downloads the file under its name. Errors: `file/not-found`, and those of `SupabaseHttp.post`.
 */
export type SignFile = (fileId: string, inline: boolean) => Promise<Result<string>>;

export const createSignFile =
  (http: Pick<SupabaseHttp, "post">, supabaseUrl: string): SignFile =>
  async (fileId, inline) => {
    const response = await http.post(FILES_FUNCTION_PATH, { sign: [fileId] } satisfies FilesRequest);
    // The id is invalid.
    if (!response.ok) return response.error.code === "request/invalid" ? fail("file/not-found") : response;
    const parsed = signedFiles.safeParse(response.value);
    if (!parsed.success) return fail("bug/unexpected", "no signed address");
    const [file] = parsed.data;
    if (file === undefined) return fail("file/not-found");
    const url = new URL(`${supabaseUrl}/storage/v1${file.address}`);
    if (!inline || !(isImage(file.type) || isMedia(file.type))) url.searchParams.set("download", file.name);
    return ok(url.href);
  };
