import { redirect } from "@remix-run/cloudflare";
import type { Session, Viewer } from "~/lib/loadContext.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

interface ViewerSource {
  readonly session: Pick<Session, "knownViewer">;
}

/**
 * Returns the viewer of an account page. Redirects visitors and guests to sign in and back; throws `network/timeout`
 * if the viewer is unknown right now.
 */
export async function requireAccount(source: ViewerSource, request: Request): Promise<Viewer> {
  const viewer = await requireReader(source, request);
  if (viewer.anonymous) throw redirect(signInPath(request));
  return viewer;
}

/** As `requireAccount`, for pages of a meeting: guests read them while their meeting continues. */
export async function requireReader({ session }: ViewerSource, request: Request): Promise<Viewer> {
  const viewer = await session.knownViewer();
  if (!viewer.ok) throw errorResponse(viewer.error);
  // A visitor has no user yet.
  if (viewer.value === null) throw redirect(signInPath(request));
  return viewer.value;
}

function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`;
}
