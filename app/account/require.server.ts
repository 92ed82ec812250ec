/** For loaders and actions of pages that only somebody with an account sees. */
import { redirect } from "@remix-run/cloudflare";
import type { Session, Viewer } from "~/platform/context.ts";
import { refusal } from "~/platform/failure.ts";

/**
 * Who asks, if they have an account. Throws the way to sign in, and from there back, for visitors and guests; throws
 * `network/timeout` when it cannot be known now.
 */
export async function requireAccount(
  { session }: { readonly session: Pick<Session, "knownViewer"> },
  request: Request,
): Promise<Viewer> {
  const known = await session.knownViewer();
  if (!known.ok) throw refusal(known.error);
  if (known.value === null || known.value.anonymous) throw redirect(signInPath(request));
  return known.value;
}

function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `/sign-in?${new URLSearchParams({ next: pathname + search })}`;
}
