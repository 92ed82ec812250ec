/** What comes late into a transcript that lacks translations. */
export { Untranslated } from "./Untranslated.tsx";
