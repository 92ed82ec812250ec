import { safeRedirect } from "./safeRedirect.ts";

/** Characters. */
const MAX_PATH_LENGTH = 500;

/** Returns the path to open after a sign-in: `next`, or `/home` for other sites, the start page and the sign-in pages. */
export function postSignInPath(next: string): string {
  const path = safeRedirect(next);
  const isUnusable = /^\/(?:(?:sign-in|sign-up|sign-out|auth|session|locale)(?:[/?#.].*)?|[?#].*)?$/u.test(path);
  return isUnusable || path.length > MAX_PATH_LENGTH ? "/home" : path;
}

/** Returns the address of the page that asks for the second factor, and then opens `next`. */
export const factorPath = (next: string): string =>
  `/sign-in/verify?${new URLSearchParams({ next: postSignInPath(next) })}`;

/** Returns the path of an address on this site, `target` itself if it is a path, and `/` for other sites. */
export function pathOnSite(target: string, origin: string): string {
  if (!URL.canParse(target)) return target;
  const url = new URL(target);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : "/";
}

/** Returns the address of the page that waits for the code. It keeps `next` if a sign-in in another tab is faster. */
export function codePath(next: string): string {
  const path = postSignInPath(next);
  return path === "/home" ? "/sign-in/code" : `/sign-in/code?${new URLSearchParams({ next: path })}`;
}

/** Returns the address of the page that sets a new password and then opens `next`. `reason`: why one was rejected. */
export function recoverPath(next: string, reason = ""): string {
  const path = postSignInPath(next);
  const query = new URLSearchParams({
    ...(path !== "/home" && !isRecoverPath(path) && { next: path }),
    ...(reason !== "" && { reason }),
  });
  return query.size === 0 ? "/recover" : `/recover?${query}`;
}

export const isRecoverPath = (path: string): boolean => /^\/recover(?:[?#].*)?$/u.test(path);
