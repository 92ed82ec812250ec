/** The parts of a browser's storage that belong to a person, beside the words that have their writer in the key. */

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
