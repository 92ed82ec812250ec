import { safeRedirect } from "./safeRedirect.ts";

/** Characters. */
const MAX_PATH_LENGTH = 500;

/** Where a sign-in leads: the asked path, unless that is not ours, is the front page or belongs to signing in itself. */
export function postSignInPath(next: string): string {
  const path = safeRedirect(next);
  const isUnusable = /^\/(?:(?:sign-in|sign-out|auth|session|locale)(?:[/?#.].*)?|[?#].*)?$/u.test(path);
  return isUnusable || path.length > MAX_PATH_LENGTH ? "/home" : path;
}
