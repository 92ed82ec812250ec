/** What looks at the language of a typed line, and what shows it: one chunk, with the first words, and none of it in the Worker. */
export { detectLanguage } from "../core/detectLanguage.ts";
export { LineLanguagePicker } from "./LineLanguagePicker.tsx";
