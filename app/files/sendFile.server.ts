/** Sends a shared file, or its small picture. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import { PREVIEW_MAX_PIXELS } from "#contracts/board.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { readPictureSize } from "#contracts/pictureSize.ts";
import { plainTextError } from "~/lib/plainTextError.server.ts";

type RouteParams = Readonly<Record<string, string | undefined>>;

/**
 * Redirects to the file in Storage by a signed URL that is valid for a minute. With `?show` an image, audio or video is for a
 * page. Otherwise the file is downloaded under its name. With `?preview` the response is the file's small picture.
 */
export async function sendFile(context: AppLoadContext, params: RouteParams, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const id = params.id ?? "";
  if (searchParams.has("preview")) {
    const jpeg = await readPicture(context, id);
    return jpeg.ok
      ? new Response(jpeg.value, { headers: { "Content-Type": "image/jpeg" } })
      : plainTextError(context, jpeg.error);
  }
  const url = await context.signFile(id, searchParams.has("show"));
  return url.ok ? redirect(url.value) : plainTextError(context, url.error);
}

/** A browser other than Parley's page may have stored a picture that states any size, so such a picture is not sent. */
async function readPicture({ rpc }: AppLoadContext, id: string): Promise<Result<Uint8Array<ArrayBuffer>>> {
  if (!z.guid().safeParse(id).success) return fail("file/not-found");
  const picture = await rpc("file_picture", { p_file_id: id });
  if (!picture.ok) return picture;
  const jpeg = Uint8Array.from(atob(picture.value.jpeg), (char) => char.charCodeAt(0));
  const size = readPictureSize(jpeg, "image/jpeg");
  return size !== null && size.width * size.height <= PREVIEW_MAX_PIXELS ? ok(jpeg) : fail("file/not-found");
}
