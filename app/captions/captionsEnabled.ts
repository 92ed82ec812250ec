/** What a call knows of captions before they are loaded. */

export const CAPTION_PREFERENCES_KEY = "parley.captions";

/** Whether this person chose that something hears their voice: read by hand, since what can parse it is not here yet. */
export function captionsEnabled(): boolean {
  try {
    return /"wish":"(?!off")/u.test(localStorage.getItem(CAPTION_PREFERENCES_KEY) ?? "");
  } catch {
    return false;
  }
}
