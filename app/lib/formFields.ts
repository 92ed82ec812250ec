/** The fields of a page that a full reload keeps. A password that its reader looks at is of type `text`. */
const FIELD_SELECTOR =
  "main :is(input:not([type=hidden], [type=file], [autocomplete$=password]), select, textarea)[name]";

export type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type StoredFields = readonly (readonly [name: string, value: string])[];

/** Takes `unknown`, because the Worker's types, which also apply here, declare other elements. */
const isFormField = (found: unknown): found is FormField =>
  found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement;
export const fields = (): FormField[] => {
  const found: readonly unknown[] = [...document.querySelectorAll(FIELD_SELECTOR)];
  return found.filter(isFormField);
};
export const isCheckable = (field: FormField): field is HTMLInputElement =>
  field.matches("[type=checkbox], [type=radio]");
export const fieldValue = (field: FormField): string => (isCheckable(field) ? `${field.checked}` : field.value);
