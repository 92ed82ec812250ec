/**
 * The messages of all locales, but those of modules that only browsers load (`isServerMessage`). A browser loads parts of one locale
 * (`loadNamespaces`).
 */
import all from "./generated/all.js";
import type { Messages } from "./generated/messages.ts";
import type { Locale } from "./locales.ts";
import { createTranslator, type Translator } from "./translate.ts";

export const MESSAGES: Record<Locale, Messages> = all;

/** Returns `t` for texts outside of components, such as a page title. */
export const getTranslator = (locale: Locale): Translator => createTranslator(MESSAGES[locale]);
