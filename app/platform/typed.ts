/**
 * What was typed into a page, for the one time that the page leaves to come back as a new one. For this tab, for that
 * page, and read once. The fields are not controlled, so that they are filled in as a person would.
 */
import { sessionStorageOrNone } from "./storage.ts";

const KEY = "parley.typed";
const FIELDS = "main :is(input:not([type=hidden], [type=file], [type=password]), select, textarea)[name]";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Typed = readonly (readonly [name: string, value: string])[];

/** A worker's types, which these are compiled with too, know elements of their own. */
const isField = (found: unknown): found is Field =>
  found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement;
const fields = (): Field[] => {
  const found: readonly unknown[] = [...document.querySelectorAll(FIELDS)];
  return found.filter(isField);
};
const isBox = (field: Field): field is HTMLInputElement => field.matches("[type=checkbox], [type=radio]");
const heldBy = (field: Field): string => (isBox(field) ? `${field.checked}` : field.value);

/** `path`: where the page comes back. */
export function keepTyped(path: string): void {
  const typed: Typed = fields().map((field) => [field.name, heldBy(field)]);
  try {
    sessionStorageOrNone().setItem(KEY, JSON.stringify({ path, typed }));
  } catch {
    // No room: what was typed is lost, as it would be without this.
  }
}

/** In a page that has come. What a person has typed there already stays. */
export function bringTyped(path: string): void {
  const storage = sessionStorageOrNone();
  const kept = storage.getItem(KEY);
  if (kept === null) return;
  storage.removeItem(KEY);
  const open = fields();
  for (const [name, value] of parse(kept, path)) {
    const place = open.findIndex((field) => field.name === name);
    const [field] = place < 0 ? [] : open.splice(place, 1);
    if (field !== undefined && isUntouched(field) && heldBy(field) !== value) fillIn(field, value);
  }
}

/** By hand: every page with a menu of languages holds this, the lightest too. */
function parse(kept: string, path: string): Typed {
  try {
    const read: unknown = JSON.parse(kept);
    if (typeof read !== "object" || read === null || !("path" in read && "typed" in read)) return [];
    if (read.path !== path || !Array.isArray(read.typed)) return [];
    return read.typed.flatMap((pair: unknown): Typed => {
      if (!Array.isArray(pair)) return [];
      const [name, value]: unknown[] = pair;
      return typeof name === "string" && typeof value === "string" ? [[name, value]] : [];
    });
  } catch {
    return [];
  }
}

function isUntouched(field: Field): boolean {
  if (isBox(field)) return field.checked === field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value === field.defaultValue;
  // What the server did not say is the first.
  const said = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex === Math.max(0, said);
}

function fillIn(field: Field, value: string): void {
  if (isBox(field)) {
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
