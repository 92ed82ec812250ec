/**
 * Messages between the tabs of one browser about the session. They carry no token, and a tab verifies each with the
 * server. This file has no schema, so that the start page loads none; `sessionTabs.ts` parses.
 */
export const SESSION_CHANNEL = "parley.session";

export type TabMessage =
  /** The session changed in this tab; others check theirs. */
  | { kind: "changed" }
  /** The profile changed: name, languages or email. */
  | { kind: "profile" }
  /** The user of a page that has loaded; a tab with another user checks its session. */
  | { kind: "arrived"; userId: string | null };

/** Notifies the other tabs of a sign-out that happened without JavaScript. */
export function broadcastSignedOut(): void {
  try {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.postMessage({ kind: "arrived", userId: null } satisfies TabMessage);
    channel.close();
  } catch {
    // Without a channel, tabs notice it when they wake.
  }
}
