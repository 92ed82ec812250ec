/**
 * The closed list of languages that users speak and read: ISO 639-1, with Chinese by script. The database has the same
 * list (`private.is_language`), compared by `supabase/tests/limits.test.ts`. UI languages are in `app/i18n/locales.ts`.
 */
import * as z from "zod/mini";

/** Each language's own name and its direction. */
export const LANGUAGES = {
  am: { name: "አማርኛ", dir: "ltr" },
  ar: { name: "العربية", dir: "rtl" },
  az: { name: "Azərbaycanca", dir: "ltr" },
  be: { name: "Беларуская", dir: "ltr" },
  bg: { name: "Български", dir: "ltr" },
  bn: { name: "বাংলা", dir: "ltr" },
  bs: { name: "Bosanski", dir: "ltr" },
  ca: { name: "Català", dir: "ltr" },
  cs: { name: "Čeština", dir: "ltr" },
  da: { name: "Dansk", dir: "ltr" },
  de: { name: "Deutsch", dir: "ltr" },
  el: { name: "Ελληνικά", dir: "ltr" },
  en: { name: "English", dir: "ltr" },
  eo: { name: "Esperanto", dir: "ltr" },
  es: { name: "Español", dir: "ltr" },
  et: { name: "Eesti", dir: "ltr" },
  eu: { name: "Euskara", dir: "ltr" },
  fa: { name: "فارسی", dir: "rtl" },
  fi: { name: "Suomi", dir: "ltr" },
  fr: { name: "Français", dir: "ltr" },
  ga: { name: "Gaeilge", dir: "ltr" },
  gl: { name: "Galego", dir: "ltr" },
  gu: { name: "ગુજરાતી", dir: "ltr" },
  ha: { name: "Hausa", dir: "ltr" },
  he: { name: "עברית", dir: "rtl" },
  hi: { name: "हिन्दी", dir: "ltr" },
  hr: { name: "Hrvatski", dir: "ltr" },
  hu: { name: "Magyar", dir: "ltr" },
  hy: { name: "Հայերեն", dir: "ltr" },
  id: { name: "Bahasa Indonesia", dir: "ltr" },
  is: { name: "Íslenska", dir: "ltr" },
  it: { name: "Italiano", dir: "ltr" },
  ja: { name: "日本語", dir: "ltr" },
  ka: { name: "ქართული", dir: "ltr" },
  kk: { name: "Қазақша", dir: "ltr" },
  km: { name: "ខ្មែរ", dir: "ltr" },
  kn: { name: "ಕನ್ನಡ", dir: "ltr" },
  ko: { name: "한국어", dir: "ltr" },
  ku: { name: "Kurdî", dir: "ltr" },
  lt: { name: "Lietuvių", dir: "ltr" },
  lv: { name: "Latviešu", dir: "ltr" },
  mk: { name: "Македонски", dir: "ltr" },
  ml: { name: "മലയാളം", dir: "ltr" },
  mn: { name: "Монгол", dir: "ltr" },
  mr: { name: "मराठी", dir: "ltr" },
  ms: { name: "Bahasa Melayu", dir: "ltr" },
  my: { name: "မြန်မာ", dir: "ltr" },
  nb: { name: "Norsk bokmål", dir: "ltr" },
  ne: { name: "नेपाली", dir: "ltr" },
  nl: { name: "Nederlands", dir: "ltr" },
  oc: { name: "Occitan", dir: "ltr" },
  pa: { name: "ਪੰਜਾਬੀ", dir: "ltr" },
  pl: { name: "Polski", dir: "ltr" },
  ps: { name: "پښتو", dir: "rtl" },
  pt: { name: "Português", dir: "ltr" },
  ro: { name: "Română", dir: "ltr" },
  ru: { name: "Русский", dir: "ltr" },
  rw: { name: "Ikinyarwanda", dir: "ltr" },
  sk: { name: "Slovenčina", dir: "ltr" },
  sl: { name: "Slovenščina", dir: "ltr" },
  so: { name: "Soomaali", dir: "ltr" },
  sq: { name: "Shqip", dir: "ltr" },
  sr: { name: "Српски", dir: "ltr" },
  sv: { name: "Svenska", dir: "ltr" },
  sw: { name: "Kiswahili", dir: "ltr" },
  ta: { name: "தமிழ்", dir: "ltr" },
  te: { name: "తెలుగు", dir: "ltr" },
  th: { name: "ไทย", dir: "ltr" },
  ti: { name: "ትግርኛ", dir: "ltr" },
  tl: { name: "Tagalog", dir: "ltr" },
  tr: { name: "Türkçe", dir: "ltr" },
  uk: { name: "Українська", dir: "ltr" },
  ur: { name: "اردو", dir: "rtl" },
  uz: { name: "Oʻzbekcha", dir: "ltr" },
  vi: { name: "Tiếng Việt", dir: "ltr" },
  yo: { name: "Yorùbá", dir: "ltr" },
  "zh-Hans": { name: "简体中文", dir: "ltr" },
  "zh-Hant": { name: "繁體中文", dir: "ltr" },
} as const satisfies Record<string, { name: string; dir: "ltr" | "rtl" }>;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (value: string): value is Language => Object.hasOwn(LANGUAGES, value);

export const LANGUAGE_CODES: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);

export const language = z.enum(LANGUAGE_CODES);

/** Maps a BCP 47 tag (`es-MX`, `zh-TW`, `no`) to the closed list. Returns null if the language is not in the list. */
export function foldLanguage(tag: string): Language | null {
  const parts = tag.trim().toLowerCase().replaceAll("_", "-").split("-");
  const [base = ""] = parts;
  if (base === "zh") {
    const traditional = parts.some((part) => part === "hant" || part === "tw" || part === "hk" || part === "mo");
    return traditional ? "zh-Hant" : "zh-Hans";
  }
  const renamed: Record<string, Language> = { no: "nb", nn: "nb", fil: "tl", iw: "he", in: "id", sh: "sr" };
  const code = renamed[base] ?? base;
  return isLanguage(code) ? code : null;
}
