/**
 * Browser and system of a user agent, as names from closed lists. The client chooses the text, so nothing of it is shown
 * or sent. Browsers freeze the rest of it: no version is read.
 */

export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
  readonly isPhone: boolean;
}

/** In this order, because most browsers also name others that they imitate. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//u, "Edge"],
  [/\b(?:OPR|OPiOS|OPT)\//u, "Opera"],
  [/\bSamsungBrowser\//u, "Samsung Internet"],
  [/\bVivaldi\//u, "Vivaldi"],
  [/\bYaBrowser\//u, "Yandex Browser"],
  [/\bDuckDuckGo\/|\bDdg\//u, "DuckDuckGo"],
  [/\b(?:Firefox|FxiOS)\//u, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//u, "Chrome"],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//u, "Safari"],
];

/** An iPad calls itself a Mac, so its system is macOS here. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/u, "Windows"],
  [/\b(?:iPhone|iPod)\b/u, "iOS"],
  [/\biPad\b/u, "iPadOS"],
  [/\bAndroid\b/u, "Android"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/u, "macOS"],
  [/\bLinux\b|\bX11\b/u, "Linux"],
];

export function deviceOf(userAgent: string | null): Device {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
  const system = nameIn(SYSTEMS);
  return { browser: nameIn(BROWSERS), system, isPhone: system === "iOS" || system === "Android" };
}

/** Returns the place's name, or null for a code that names none. `languageTag`: BCP 47. */
export function countryName(country: string | null, languageTag: string): string | null {
  if (country === null || !/^[A-Z]{2}$/u.test(country)) return null;
  return new Intl.DisplayNames(languageTag, { type: "region", fallback: "none" }).of(country) ?? null;
}
