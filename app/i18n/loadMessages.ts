/** The texts that this page has loaded, in its one locale. */

import type { Messages } from "./generated/messages.ts";
import { NAMESPACE_MESSAGES } from "./generated/namespaces.ts";
import { readLocale } from "./locales.ts";
import type { Namespace } from "./namespaces.ts";

/** Grows with each area; the same object for the life of the page. */
export const loadedMessages: Partial<Messages> = {};

/**
 * For the top of a route's module: `await texts("meeting")`. A route that came with the page and one that is gone to later
 * both wait for it before they render. The server has all texts and waits for nothing.
 */
export async function loadNamespaces(...namespaces: readonly Namespace[]): Promise<void> {
  if (typeof document === "undefined") return;
  const load = NAMESPACE_MESSAGES[readLocale(document.documentElement.lang)];
  await Promise.all(
    namespaces.map(async (namespace) => Object.assign(loadedMessages, (await load[namespace]()).default)),
  );
}
