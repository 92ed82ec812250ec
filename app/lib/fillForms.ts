/** Fills the fields of a page after a reload. They are uncontrolled, so filling imitates user input. */
import { type FormField, fields, fieldValue, isCheckable, type StoredFields } from "./formFields.ts";

/** `stored`: JSON of `saveForms`. Fields that the user has already changed keep their value. */
export function fillForms(stored: string, path: string): void {
  const open = fields();
  for (const [name, value] of parse(stored, path)) {
    const index = open.findIndex((field) => field.name === name);
    const [field] = index < 0 ? [] : open.splice(index, 1);
    if (field !== undefined && isUntouched(field) && fieldValue(field) !== value) fillIn(field, value);
  }
}

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
