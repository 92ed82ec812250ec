import { safeRedirect } from "./safeRedirect.ts";

/** Characters. */
const MAX_PATH_LENGTH = 500;

/** Returns the path to open after a sign-in: `next`, or `/home` for other sites, the start page and the sign-in pages. */
export function postSignInPath(next: string): string {
  const path = safeRedirect(next);
  const isUnusable = /^\/(?:(?:sign-in|sign-out|auth|session|locale)(?:[/?#.].*)?|[?#].*)?$/u.test(path);
  return isUnusable || path.length > MAX_PATH_LENGTH ? "/home" : path;
}
