/** Returns `target` if it is a path of this site, else `/`. Use it for targets from forms and addresses. */
export function safeRedirect(target: string): string {
  // Browsers read `\` as `/` and drop tabs and line breaks, so `/\evil.example` and `/<tab>/evil.example` lead to other sites.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)) return "/";
  return target;
}
