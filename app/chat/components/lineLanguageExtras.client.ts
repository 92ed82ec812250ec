/** Detects and shows the language of a draft. One chunk, loaded with the first text, and left out of the Worker. */
export { detectLanguage } from "../core/detectLanguage.ts";
export { LineLanguagePicker } from "./LineLanguagePicker.tsx";
