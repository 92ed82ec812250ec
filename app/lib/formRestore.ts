/** Saves the form values of a page before a full reload and restores them once, in the same tab and on the same path. */
import { fields, fieldValue, type StoredFields } from "./formFields.ts";
import { safeSessionStorage } from "./storage.ts";

const STORAGE_KEY = "parley.typed";

/** Saves the values for the page at `path`. */
export function saveForms(path: string): void {
  const typed: StoredFields = fields().map((field) => [field.name, fieldValue(field)]);
  try {
    safeSessionStorage().setItem(STORAGE_KEY, JSON.stringify({ path, typed }));
  } catch {
    // Storage is full: the values are lost.
  }
}

/** Restores the values after the reload. Few pages have any, so the code for it is loaded then. Never rejects. */
export async function restoreForms(path: string): Promise<void> {
  const storage = safeSessionStorage();
  if (storage.getItem(STORAGE_KEY) === null) return;
  try {
    const { fillForms } = await import("./fillForms.ts");
    const stored = storage.getItem(STORAGE_KEY);
    storage.removeItem(STORAGE_KEY);
    if (stored !== null) fillForms(stored, path);
  } catch {
    // The code could not be loaded. The values wait for the next page.
  }
}
