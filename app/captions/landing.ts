/** What a call knows of captions before they are loaded. */

export const STORED_AS = "parley.captions";

/** Whether this person chose that something hears their voice: read by hand, since what can parse it is not here yet. */
export function isHeard(): boolean {
  try {
    return /"wish":"(?!off")/u.test(localStorage.getItem(STORED_AS) ?? "");
  } catch {
    return false;
  }
}
