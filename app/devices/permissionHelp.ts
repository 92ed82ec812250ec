/** Which browser asks for permission, for the words that say where it was refused. */
export type BrowserFamily = "chromium" | "android" | "firefox" | "safari" | "ios" | "other";

/** By the user agent: nothing but a hint to a person hangs on it. */
export function detectBrowserFamily(userAgent: string, touchPoints: number): BrowserFamily {
  // An iPad calls itself a Macintosh.
  if (/iPhone|iPad|iPod/u.test(userAgent) || (/Macintosh/u.test(userAgent) && touchPoints > 1)) return "ios";
  if (/Firefox\//u.test(userAgent)) return /Android/u.test(userAgent) ? "android" : "firefox";
  if (/Chrome\/|Chromium\//u.test(userAgent)) return /Android/u.test(userAgent) ? "android" : "chromium";
  return /Macintosh.*Safari\//u.test(userAgent) ? "safari" : "other";
}
