/** An address at which Storage gives a file's bytes to whoever has it, for a minute. */
import * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { FILES_BUCKET } from "#contracts/files.ts";
import type { SupabaseHttp } from "./supabaseHttp.ts";

/** Seconds. */
export const SIGNED_URL_TTL_SECONDS = 60;

/**
 * `path` as `offer_file` gave it. With a name it is downloaded under that; without, a page may show it. Policies decide
 * whether the caller reads it. Errors: `file/not-found`, and those of `Http.post`.
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
    // Storage says of what somebody may not see that it is not there, with a status of its own.
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
