export { LanguageName } from "./components/LanguageName.tsx";
export { LanguageSelect } from "./components/LanguageSelect.tsx";
export { ReadBy, type Reader } from "./components/ReadBy.tsx";
export type { Shown, TranslateReason } from "./core/index.ts";
