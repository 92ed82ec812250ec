/** What a person leaves in a browser's storage beside the words that have their writer in the key. */

/** The source of captions, which decides where a voice is sent, and the places of unfinished uploads. */
const PERSONAL = /^(?:parley\.captions$|unfinishedUploads$|tus::)/u;

/** Empties it for the next person of the device. Storage may be forbidden. */
export function emptyPersonalStorage(): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (PERSONAL.test(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
