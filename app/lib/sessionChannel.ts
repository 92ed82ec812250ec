/** What a page that nobody is signed in to says to the other tabs. Apart from the session, for the start page's sake. */
import type { TabMessage } from "./sessionTabs.ts";

export const SESSION_CHANNEL = "parley.session";

/** Who signed out before the scripts were there is told of by the page they came to. */
export function broadcastSignedOut(): void {
  try {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.postMessage({ kind: "arrived", userId: null } satisfies TabMessage);
    channel.close();
  } catch {
    // Without a channel tabs find out by themselves, on waking.
  }
}
