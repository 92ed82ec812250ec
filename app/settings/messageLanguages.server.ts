/** The languages of emails and SMS. A `.server` file keeps their texts out of browser bundles. */
import { CONFIRMATION_LANGUAGES, type ConfirmationLanguage } from "#contracts/confirmationTexts.ts";
import { LANGUAGES } from "#contracts/languages.ts";

export const MESSAGE_LANGUAGES = Object.keys(CONFIRMATION_LANGUAGES) as ConfirmationLanguage[];

const NAMES: Readonly<Partial<Record<string, { name: string }>>> = { ...LANGUAGES, zh: { name: "中文" } };

export const messageLanguageOptions = () =>
  MESSAGE_LANGUAGES.map((code) => ({
    code,
    name: NAMES[code]?.name ?? code,
    dir: CONFIRMATION_LANGUAGES[code].dir,
  }));
