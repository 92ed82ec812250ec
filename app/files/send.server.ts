/** A file of a call, as the caller: by way of an address of Storage that holds for a minute. */
import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { isPicture } from "#contracts/files.ts";
import { refusedInWords } from "~/platform/refusedInWords.server.ts";

/** `?show`: to be seen in a page, where it is a picture; else to be downloaded, under its name. */
export async function sendFile(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  request: Request,
): Promise<Response> {
  const file = await context.rpc("read_file", { id: params.id ?? "" });
  if (!file.ok) return refusedInWords(context, file.error);
  const { path, name, type } = file.value;
  const shown = new URL(request.url).searchParams.has("show") && isPicture(type);
  const address = await context.signFile(path, shown ? null : name);
  return address.ok ? redirect(address.value) : refusedInWords(context, address.error);
}
