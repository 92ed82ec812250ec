/** Redirects to a file in Storage. The signed URL is valid for a minute. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { plainTextError } from "~/lib/plainTextError.server.ts";

/** With `?show` an image, audio or video is for a page. Otherwise the file is downloaded under its name. */
export async function sendFile(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  request: Request,
): Promise<Response> {
  const url = await context.signFile(params.id ?? "", new URL(request.url).searchParams.has("show"));
  return url.ok ? redirect(url.value) : plainTextError(context, url.error);
}
