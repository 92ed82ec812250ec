/** Signs the address of a file in Storage, so that anyone with the address can fetch it for a minute. */
import * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { FILES_BUCKET } from "#contracts/files.ts";
import type { SupabaseHttp } from "./supabaseHttp.ts";

export const SIGNED_URL_TTL_SECONDS = 60;

/**
 * Signs the path that `offer_file` returned. With a name the address downloads the file under it, else pages can show it.
 * Policies check whether the caller may read the file. Errors: `file/not-found`, and those of `SupabaseHttp.post`.
 */
export type SignFile = (path: string, name: string | null) => Promise<Result<string>>;

const signResponse = z.object({ signedURL: z.string().check(z.startsWith("/object/sign/")) });

export const createSignFile =
  (http: Pick<SupabaseHttp, "post">, supabaseUrl: string): SignFile =>
  async (path, name) => {
    const object = path.split("/").map(encodeURIComponent).join("/");
    const response = await http.post(`/storage/v1/object/sign/${FILES_BUCKET}/${object}`, {
      expiresIn: SIGNED_URL_TTL_SECONDS,
    });
    // For a forbidden file, too, Storage responds that it does not exist, with a status of its own.
    if (!response.ok)
      return /^request\/(?:invalid|not-found|not-allowed)$/u.test(response.error.code)
        ? fail("file/not-found")
        : response;
    const parsed = signResponse.safeParse(response.value);
    if (!parsed.success) return fail("bug/unexpected", "no signed address");
    const url = new URL(`${supabaseUrl}/storage/v1${parsed.data.signedURL}`);
    if (name !== null) url.searchParams.set("download", name);
    return ok(url.href);
  };
