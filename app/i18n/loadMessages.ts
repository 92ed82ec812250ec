/** The messages that this page has loaded, in its only locale. */

import type { Messages } from "./generated/messages.ts";
import { NAMESPACE_MESSAGES } from "./generated/namespaces.client.ts";
import { readLocale } from "./locales.ts";
import type { Namespace } from "./namespaces.ts";

/** Grows with each namespace; the same object until the page unloads. */
export const loadedMessages: Partial<Messages> = {};

/**
 * Loads namespaces. A route module awaits it at the top (`await loadNamespaces("meeting")`), so its messages are there
 * before it renders, on the first page and after a navigation. The server has all messages and does not wait.
 */
export async function loadNamespaces(...namespaces: readonly Namespace[]): Promise<void> {
  if (typeof document === "undefined") return;
  const load = NAMESPACE_MESSAGES[readLocale(document.documentElement.lang)];
  await Promise.all(
    namespaces.map(async (namespace) => Object.assign(loadedMessages, (await load[namespace]()).default)),
  );
}
