/** A file of a call, as the caller: by way of an address of Storage that holds for a minute. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { isImage } from "#contracts/files.ts";
import { plainTextError } from "~/lib/plainTextError.server.ts";

/** `?show`: to be seen in a page, where it is a picture; else to be downloaded, under its name. */
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
