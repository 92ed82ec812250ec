/**
 * What was typed into a page, for the one time that the page leaves to come back as a new one. For this tab, for that
 * page, and read once. The fields are not controlled, so that they are filled in as a person would.
 */
import { safeSessionStorage } from "./storage.ts";

const STORAGE_KEY = "parley.typed";
const FIELD_SELECTOR = "main :is(input:not([type=hidden], [type=file], [type=password]), select, textarea)[name]";

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type StoredFields = readonly (readonly [name: string, value: string])[];

/** A worker's types, which these are compiled with too, know elements of their own. */
const isFormField = (found: unknown): found is FormField =>
  found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement;
const fields = (): FormField[] => {
  const found: readonly unknown[] = [...document.querySelectorAll(FIELD_SELECTOR)];
  return found.filter(isFormField);
};
const isCheckable = (field: FormField): field is HTMLInputElement => field.matches("[type=checkbox], [type=radio]");
const fieldValue = (field: FormField): string => (isCheckable(field) ? `${field.checked}` : field.value);

/** `path`: where the page comes back. */
export function saveForms(path: string): void {
  const typed: StoredFields = fields().map((field) => [field.name, fieldValue(field)]);
  try {
    safeSessionStorage().setItem(STORAGE_KEY, JSON.stringify({ path, typed }));
  } catch {
    // No room: what was typed is lost, as it would be without this.
  }
}

/** In a page that has come. What a person has typed there already stays. */
export function restoreForms(path: string): void {
  const storage = safeSessionStorage();
  const stored = storage.getItem(STORAGE_KEY);
  if (stored === null) return;
  storage.removeItem(STORAGE_KEY);
  const open = fields();
  for (const [name, value] of parse(stored, path)) {
    const index = open.findIndex((field) => field.name === name);
    const [field] = index < 0 ? [] : open.splice(index, 1);
    if (field !== undefined && isUntouched(field) && fieldValue(field) !== value) fillIn(field, value);
  }
}

/** By hand: every page with a menu of languages holds this, the lightest too. */
function parse(stored: string, path: string): StoredFields {
  try {
    const read: unknown = JSON.parse(stored);
    if (typeof read !== "object" || read === null || !("path" in read && "typed" in read)) return [];
    if (read.path !== path || !Array.isArray(read.typed)) return [];
    return read.typed.flatMap((pair: unknown): StoredFields => {
      if (!Array.isArray(pair)) return [];
      const [name, value]: unknown[] = pair;
      return typeof name === "string" && typeof value === "string" ? [[name, value]] : [];
    });
  } catch {
    return [];
  }
}

function isUntouched(field: FormField): boolean {
  if (isCheckable(field)) return field.checked === field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value === field.defaultValue;
  // What the server did not say is the first.
  const selectedIndex = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex === Math.max(0, selectedIndex);
}

function fillIn(field: FormField, value: string): void {
  if (isCheckable(field)) {
    // Of a group one is chosen, and with it the others are not.
    if (field.type === "checkbox" || value === "true") field.click();
  } else {
    // React looks whether a field has another value than it set itself, and overrides the setter to know.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const fold = field.closest("details");
  if (fold !== null) fold.open = true;
}
