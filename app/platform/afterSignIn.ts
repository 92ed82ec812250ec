import { ownPath } from "./ownPath.ts";

/** Characters. */
const LONGEST = 500;

/** Where a sign-in leads: the asked path, unless that is not ours, is the front page or belongs to signing in itself. */
export function afterSignIn(next: string): string {
  const path = ownPath(next);
  const useless = /^\/(?:(?:sign-in|sign-out|auth|session|locale)(?:[/?#.].*)?|[?#].*)?$/u.test(path);
  return useless || path.length > LONGEST ? "/home" : path;
}
