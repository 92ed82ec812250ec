/** How this person has captions in this browser: what hears their voice, and how captions are shown. */
import * as z from "zod/mini";
import { createStore, type Store } from "~/lib/store.ts";
import { CAPTION_PREFERENCES_KEY } from "../captionsEnabled.ts";

const preferencesSchema = z.object({
  /** `off` until it is chosen: where one's voice goes is one's own decision. */
  wish: z.enum(["auto", "device", "browser", "server", "off"]),
  shown: z.boolean(),
  original: z.boolean(),
  size: z.enum(["s", "m", "l"]),
  place: z.enum(["below", "above"]),
  /** Plain white on black, without colours. */
  strong: z.boolean(),
});
export type CaptionPreferences = z.infer<typeof preferencesSchema>;

const DEFAULT_PREFERENCES: CaptionPreferences = {
  ...{ wish: "off", shown: true, original: false, size: "m", place: "below", strong: false },
};

function readStoredPreferences(): CaptionPreferences {
  try {
    return (
      preferencesSchema.safeParse(JSON.parse(localStorage.getItem(CAPTION_PREFERENCES_KEY) ?? "null")).data ??
      DEFAULT_PREFERENCES
    );
  } catch {
    return DEFAULT_PREFERENCES;
  }
}

const store = createStore<CaptionPreferences | null>(null);

export interface CaptionPreferencesStore extends Store<CaptionPreferences> {
  update(part: Partial<CaptionPreferences>): void;
  /** Shows captions, or hides them. */
  toggleShown(): void;
}

/** Read once; in a browser only. */
export const captionPreferences: CaptionPreferencesStore = {
  getSnapshot() {
    const known = store.getSnapshot() ?? readStoredPreferences();
    if (store.getSnapshot() === null) store.set(known);
    return known;
  },
  subscribe: store.subscribe,
  toggleShown() {
    captionPreferences.update({ shown: !captionPreferences.getSnapshot().shown });
  },
  update(part) {
    const next = { ...captionPreferences.getSnapshot(), ...part };
    store.set(next);
    try {
      localStorage.setItem(CAPTION_PREFERENCES_KEY, JSON.stringify(next));
    } catch {
      // Then it lasts as long as the page.
    }
  },
};
