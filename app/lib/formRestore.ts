/**
 * Saves the form values of a page before a full reload and restores them once, in the same tab and on the same path.
 * The fields are uncontrolled, so restoring imitates user input.
 */
import { safeSessionStorage } from "./storage.ts";

const STORAGE_KEY = "parley.typed";
const FIELD_SELECTOR = "main :is(input:not([type=hidden], [type=file], [type=password]), select, textarea)[name]";

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type StoredFields = readonly (readonly [name: string, value: string])[];

/** Takes `unknown`, because the Worker's types, which also apply here, declare other elements. */
const isFormField = (found: unknown): found is FormField =>
  found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement;
const fields = (): FormField[] => {
  const found: readonly unknown[] = [...document.querySelectorAll(FIELD_SELECTOR)];
  return found.filter(isFormField);
};
const isCheckable = (field: FormField): field is HTMLInputElement => field.matches("[type=checkbox], [type=radio]");
const fieldValue = (field: FormField): string => (isCheckable(field) ? `${field.checked}` : field.value);

/** Saves the values for the page at `path`. */
export function saveForms(path: string): void {
  const typed: StoredFields = fields().map((field) => [field.name, fieldValue(field)]);
  try {
    safeSessionStorage().setItem(STORAGE_KEY, JSON.stringify({ path, typed }));
  } catch {
    // Storage is full: the values are lost.
  }
}

/** Restores the values after the reload. Fields that the user has already changed keep their value. */
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

/** Parses without zod, because even the lightest page has a language menu and loads this file. */
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
  // Without a default of the server, the first option is the default.
  const selectedIndex = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex === Math.max(0, selectedIndex);
}

function fillIn(field: FormField, value: string): void {
  if (isCheckable(field)) {
    // Checking one radio button unchecks the others of its group.
    if (field.type === "checkbox" || value === "true") field.click();
  } else {
    // React overrides the setter to track values and ignores an event without a change. Call the original setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  const fold = field.closest("details");
  if (fold !== null) fold.open = true;
}
