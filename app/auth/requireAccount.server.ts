import { redirect } from "@remix-run/cloudflare";
import type { Session, Viewer } from "~/lib/loadContext.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

/**
 * Returns the viewer of an account page. Redirects visitors and guests to sign in and back; throws `network/timeout`
 * if the viewer is unknown right now.
 */
export async function requireAccount(
  { session }: { readonly session: Pick<Session, "knownViewer"> },
  request: Request,
): Promise<Viewer> {
  const viewer = await session.knownViewer();
  if (!viewer.ok) throw errorResponse(viewer.error);
  if (viewer.value === null || viewer.value.anonymous) throw redirect(signInPath(request));
  return viewer.value;
}

function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`;
}
