/** Caption settings of this browser: the source of the local captions, and how captions are shown. */
import * as z from "zod/mini";
import { persisted } from "~/lib/persisted.ts";
import { createStore, type Store } from "~/lib/store.ts";
import { CAPTION_PREFERENCES_KEY } from "../captionsEnabled.ts";

const preferencesSchema = z.object({
  /** `off` until it is chosen: each speaker decides where their voice is sent. */
  wish: z.enum(["auto", "device", "browser", "server", "off"]),
  original: z.boolean(),
  size: z.enum(["s", "m", "l"]),
  /** White on black, without colours. */
  strong: z.boolean(),
});
export type CaptionPreferences = z.infer<typeof preferencesSchema>;

const DEFAULT_PREFERENCES: CaptionPreferences = {
  ...{ wish: "off", original: false, size: "m", strong: false },
};

const stored = persisted(() => localStorage, CAPTION_PREFERENCES_KEY, preferencesSchema);
const store = createStore<CaptionPreferences | null>(null);

export interface CaptionPreferencesStore extends Store<CaptionPreferences> {
  update(part: Partial<CaptionPreferences>): void;
}

/** Reads storage once. Use it in a browser only. */
export const captionPreferences: CaptionPreferencesStore = {
  getSnapshot() {
    const current = store.getSnapshot() ?? stored.read() ?? DEFAULT_PREFERENCES;
    if (store.getSnapshot() === null) store.set(current);
    return current;
  },
  subscribe: store.subscribe,
  update(part) {
    const next = { ...captionPreferences.getSnapshot(), ...part };
    store.set(next);
    stored.write(next);
  },
};
