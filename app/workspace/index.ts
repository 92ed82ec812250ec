export { LanguagesForm } from "./components/LanguagesForm.tsx";
export type { LanguagesErrors } from "./view.ts";
