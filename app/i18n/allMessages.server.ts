/** The messages of all locales. The server renders any of them; a browser loads parts of one (`loadNamespaces`). */
import all from "./generated/all.js";
import type { Messages } from "./generated/messages.ts";
import type { Locale } from "./locales.ts";
import { createTranslator, type Translator } from "./translate.ts";

export const MESSAGES: Record<Locale, Messages> = all;

/** Returns `t` for texts outside of components, such as a page title. */
export const getTranslator = (locale: Locale): Translator => createTranslator(MESSAGES[locale]);
