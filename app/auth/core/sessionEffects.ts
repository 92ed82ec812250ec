/** What a page does at each event of the session: the same in every tab, for each tab sees the events itself. */
import type { SessionEvent } from "./sessionEvents.ts";

/**
 * `none`: the token's users ask for it each time they need it. `reload`: the page's data is read again. `arrive`: the
 * page is gone to anew as whoever is here now, so that a page for accounts leads to signing in and a call to its door;
 * fields keep what was typed.
 */
export type SessionEffect = "none" | "reload" | "arrive";

export const SESSION_EFFECTS: Readonly<Record<SessionEvent, SessionEffect>> = {
  "initial session": "none",
  "signed in": "arrive",
  "signed out": "arrive",
  "token refreshed": "none",
  "user updated": "reload",
  "password recovery": "reload",
  "two-factor verified": "reload",
};

const EFFECT_PRIORITY: Readonly<Record<SessionEffect, number>> = { none: 0, reload: 1, arrive: 2 };

/** The one reaction to several events at once: the furthest-reaching. */
export const effectOf = (events: readonly SessionEvent[]): SessionEffect =>
  events
    .map((event) => SESSION_EFFECTS[event])
    .reduce((strongest, effect) => (EFFECT_PRIORITY[effect] > EFFECT_PRIORITY[strongest] ? effect : strongest), "none");
