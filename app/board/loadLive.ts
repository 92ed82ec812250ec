/** Loads a page again for its live board. */
import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/** The search parameter of such a request. */
export const LIVE_PARAMETER = "live";

/** An error of a request that nobody made by hand must not replace the page, so the data is null then. */
export async function loadLive({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  if (!new URL(request.url).searchParams.has(LIVE_PARAMETER)) return serverLoader();
  try {
    return await serverLoader();
  } catch {
    return null;
  }
}
