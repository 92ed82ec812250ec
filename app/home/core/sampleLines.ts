/** One sentence in four languages, never translated. The marker highlights the same meaning in each. */
export interface SampleLine {
  readonly language: string;
  readonly languageName: string;
  readonly dir: "ltr" | "rtl";
  readonly text: string;
  /** The part of the text that is highlighted. */
  readonly mark: string;
}

export const SAMPLE_LINES: readonly SampleLine[] = [
  { language: "en", languageName: "English", dir: "ltr", text: "The bus leaves at eight.", mark: "at eight" },
  { language: "es", languageName: "Español", dir: "ltr", text: "El autobús sale a las ocho.", mark: "a las ocho" },
  { language: "ar", languageName: "العربية", dir: "rtl", text: "تنطلق الحافلة في الثامنة.", mark: "في الثامنة" },
  { language: "ja", languageName: "日本語", dir: "ltr", text: "バスは八時に出発します。", mark: "八時に" },
];
