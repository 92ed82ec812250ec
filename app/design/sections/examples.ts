/** Example people, codes and lines of the page, never translated. */
import type { Language } from "#contracts/languages.ts";

export const INES = { number: 1, colour: 1, name: "Inés" };
export const TOM = { number: 2, colour: 2, name: "Tom Whitaker" };
export const OMAR = { number: 3, colour: 3, name: "عمر" };
export const MARTA = { number: 4, colour: 4, name: "Marta" };
export const SALMA = { number: 5, colour: 5, name: "سلمى" };
export const HARUKA = { number: 8, colour: 8, name: "遥" };
export const CAMILLE = { number: 9, colour: 9, name: "Camille" };

export const EXAMPLE_CODE = "k3f9-2mxa-7qp";
export const EXAMPLE_REFERENCE = "7f3a-09c1";

/** Sizes of the scale, each with a sentence in a demanding script. */
export const TYPE_SAMPLES: readonly { size: number; className: string; lang: Language; dir?: "rtl"; text: string }[] = [
  { size: 48, className: "text-36 s:text-48 font-head tracking-head", lang: "en", text: "Everyone at one table" },
  { size: 36, className: "text-28 s:text-36 font-head tracking-head", lang: "es", text: "Cada quien en su idioma" },
  { size: 28, className: "text-28 font-head tracking-head", lang: "fr", text: "Chacun dans sa langue" },
  { size: 22, className: "text-22", lang: "en", text: "The bus leaves at eight from the north gate." },
  { size: 18, className: "text-18 font-head", lang: "ar", dir: "rtl", text: "تنطلق الحافلة في الثامنة" },
  { size: 16, className: "text-16", lang: "ja", text: "バスは八時に北門から出発します。" },
  { size: 14, className: "text-14", lang: "hi", text: "बस आठ बजे उत्तरी द्वार से चलती है।" },
  { size: 13, className: "text-13", lang: "de", text: "Geschwindigkeitsbegrenzung vor der Nordpforte" },
];
