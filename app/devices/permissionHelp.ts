/** The browser family decides which help is shown after a denied permission. */
export type BrowserFamily = "chromium" | "android" | "firefox" | "safari" | "ios" | "other";

/** Parses the user agent: a wrong result only shows the wrong help. */
export function detectBrowserFamily(userAgent: string, touchPoints: number): BrowserFamily {
  // An iPad's user agent contains "Macintosh".
  if (/iPhone|iPad|iPod/u.test(userAgent) || (/Macintosh/u.test(userAgent) && touchPoints > 1)) return "ios";
  if (/Firefox\//u.test(userAgent)) return /Android/u.test(userAgent) ? "android" : "firefox";
  if (/Chrome\/|Chromium\//u.test(userAgent)) return /Android/u.test(userAgent) ? "android" : "chromium";
  return /Macintosh.*Safari\//u.test(userAgent) ? "safari" : "other";
}
