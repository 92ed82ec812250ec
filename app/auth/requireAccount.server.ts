/** For loaders and actions of pages that only somebody with an account sees. */
import { redirect } from "@remix-run/cloudflare";
import type { Session, Viewer } from "~/lib/loadContext.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

/**
 * Who asks, if they have an account. Throws the way to sign in, and from there back, for visitors and guests; throws
 * `network/timeout` when it cannot be known now.
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
