/** What looks at the language of a typed line, and what shows it: one chunk, with the first words, and none of it in the Worker. */
export { detect } from "../detect.ts";
export { LanguageOfLine } from "./LanguageOfLine.tsx";
