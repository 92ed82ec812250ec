/** Redirects to a file in Storage, as the caller. The signed URL is valid for a minute. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { isImage } from "#contracts/files.ts";
import { plainTextError } from "~/lib/plainTextError.server.ts";

/** With `?show` an image is displayed inline. Otherwise the file is downloaded under its name. */
export async function sendFile(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  request: Request,
): Promise<Response> {
  const file = await context.rpc("read_file", { p_file_id: params.id ?? "" });
  if (!file.ok) return plainTextError(context, file.error);
  const { path, name, type } = file.value;
  const inline = new URL(request.url).searchParams.has("show") && isImage(type);
  const signedUrl = await context.signFile(path, inline ? null : name);
  return signedUrl.ok ? redirect(signedUrl.value) : plainTextError(context, signedUrl.error);
}
