/** How this person has captions in this browser: what hears their voice, and how captions are shown. */
import * as z from "zod/mini";
import { createStore, type Store } from "~/platform/store.ts";
import { STORED_AS } from "./landing.ts";

const shape = z.object({
  /** `off` until it is chosen: where one's voice goes is one's own decision. */
  wish: z.enum(["auto", "device", "browser", "server", "off"]),
  shown: z.boolean(),
  original: z.boolean(),
  size: z.enum(["s", "m", "l"]),
  place: z.enum(["below", "above"]),
  /** Plain white on black, without colours. */
  strong: z.boolean(),
});
export type CaptionPreferences = z.infer<typeof shape>;

const FIRST: CaptionPreferences = {
  ...{ wish: "off", shown: true, original: false, size: "m", place: "below", strong: false },
};

function read(): CaptionPreferences {
  try {
    return shape.safeParse(JSON.parse(localStorage.getItem(STORED_AS) ?? "null")).data ?? FIRST;
  } catch {
    return FIRST;
  }
}

const store = createStore<CaptionPreferences | null>(null);

export interface Preferences extends Store<CaptionPreferences> {
  change(part: Partial<CaptionPreferences>): void;
  /** Shows captions, or hides them. */
  toggle(): void;
}

/** Read once; in a browser only. */
export const preferences: Preferences = {
  getSnapshot() {
    const known = store.getSnapshot() ?? read();
    if (store.getSnapshot() === null) store.set(known);
    return known;
  },
  subscribe: store.subscribe,
  toggle() {
    preferences.change({ shown: !preferences.getSnapshot().shown });
  },
  change(part) {
    const next = { ...preferences.getSnapshot(), ...part };
    store.set(next);
    try {
      localStorage.setItem(STORED_AS, JSON.stringify(next));
    } catch {
      // Then it lasts as long as the page.
    }
  },
};
