/** The caption setting that a call reads before it loads captions. */

export const CAPTION_PREFERENCES_KEY = "parley.captions";

/** Returns whether the user chose a source of captions. Matches the stored text, because the schema is not loaded yet. */
export function captionsEnabled(): boolean {
  try {
    return /"wish":"(?!off")/u.test(localStorage.getItem(CAPTION_PREFERENCES_KEY) ?? "");
  } catch {
    return false;
  }
}
