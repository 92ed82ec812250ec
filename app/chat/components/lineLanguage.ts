/** What looks at the language of a typed line, and what shows it: one chunk, with the first words. */
export { detect } from "../detect.ts";
export { LanguageOfLine } from "./LanguageOfLine.tsx";
