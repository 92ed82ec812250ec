/** A path of this site to go to, from what a form or an address says; `/` for everything that could lead elsewhere. */
export function safeRedirect(target: string): string {
  // Browsers read `\` as `/` and drop tabs and line breaks, so `/\evil.example` and `/<tab>/evil.example` lead away.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)) return "/";
  return target;
}
