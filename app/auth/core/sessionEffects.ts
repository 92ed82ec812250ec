/** Effects of session events on a page. They are the same in every tab, because each tab receives the events. */
import type { SessionEvent } from "./sessionEvents.ts";

/**
 * `none`: users of the token fetch it when they need it. `reload`: the page's data is revalidated. `redirect`: the
 * page navigates to itself as the current user, so that an account page leads to sign in and a call to its pre-join
 * page. Fields keep their input.
 */
export type SessionEffect = "none" | "reload" | "redirect";

export const SESSION_EFFECTS: Readonly<Record<SessionEvent, SessionEffect>> = {
  // Somebody may have signed in or out in another tab while this page loaded. If it shows this user, nothing happens.
  "initial session": "redirect",
  "signed in": "redirect",
  "signed out": "redirect",
  "token refreshed": "none",
  "user updated": "reload",
  "password recovery": "reload",
  "two-factor verified": "reload",
};

const EFFECT_PRIORITY: Readonly<Record<SessionEffect, number>> = { none: 0, reload: 1, redirect: 2 };

/** Returns the strongest effect of several events. */
export const effectOf = (events: readonly SessionEvent[]): SessionEffect =>
  events
    .map((event) => SESSION_EFFECTS[event])
    .reduce((strongest, effect) => (EFFECT_PRIORITY[effect] > EFFECT_PRIORITY[strongest] ? effect : strongest), "none");
