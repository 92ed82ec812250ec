/** The texts that this page has loaded, in its one locale. */
import type { Area } from "./areas.ts";
import { AREA_MESSAGES } from "./generated/areas.ts";
import type { Messages } from "./generated/messages.ts";
import { readLocale } from "./locales.ts";

/** Grows with each area; the same object for the life of the page. */
export const loadedTexts: Partial<Messages> = {};

/**
 * For the top of a route's module: `await texts("meeting")`. A route that came with the page and one that is gone to later
 * both wait for it before they render. The server has all texts and waits for nothing.
 */
export async function texts(...areas: readonly Area[]): Promise<void> {
  if (typeof document === "undefined") return;
  const load = AREA_MESSAGES[readLocale(document.documentElement.lang)];
  await Promise.all(areas.map(async (area) => Object.assign(loadedTexts, (await load[area]()).default)));
}
