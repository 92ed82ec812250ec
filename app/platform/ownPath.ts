/** A path of this site to go to, from what a form or an address says; `/` for everything that could lead elsewhere. */
export function ownPath(to: string): string {
  // Browsers read `\` as `/` and drop tabs and line breaks, so `/\evil.example` and `/<tab>/evil.example` lead away.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(to)) return "/";
  return to;
}
