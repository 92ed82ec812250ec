const BASE = "http://site.invalid";

/** Returns the normalized `target` if it is a path of this site, else `/`. Use it for targets from forms and addresses. */
export function safeRedirect(target: string): string {
  // Browsers read `\` as `/` and drop tabs and line breaks, so `/\evil.example` and `/<tab>/evil.example` lead to other sites.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)) return "/";
  const { origin, pathname, search, hash } = new URL(target, BASE);
  // `/.//evil.example` becomes `//evil.example`.
  return origin !== BASE || pathname.includes("//") ? "/" : `${pathname}${search}${hash}`;
}
