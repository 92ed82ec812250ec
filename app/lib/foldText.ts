import { cutLongClusters } from "#contracts/limits.ts";
import { asciiDigits } from "#contracts/text/asciiDigits.ts";

/**
 * Accents, vowel signs of Arabic and Hebrew, and characters that show nothing. Marks of other scripts spell the word: कमार
 * is not कुमार.
 */
const IGNORED = /(?=\p{M})(?![\u3099\u309A])[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]|\p{DI}/gu;

/** Letters that people write for each other, and the stroke that lengthens an Arabic word. */
const VARIANTS: Readonly<Record<string, string>> = {
  ...{ ى: "ي", ی: "ي", ک: "ك", ة: "ه", ٱ: "ا", ـ: "" },
  ...{ ß: "ss", ς: "σ", ı: "i", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe" },
};
const VARIANT = new RegExp(`[${Object.keys(VARIANTS).join("")}]`, "gu");

/**
 * Returns `text` as every search compares it: without accents, case and compatibility forms, with ASCII digits, and with
 * one form of letters that people write for each other. The result may be longer or shorter than `text`.
 */
export const foldText = (text: string): string =>
  asciiDigits(
    cutLongClusters(text)
      .normalize("NFKD")
      .replace(IGNORED, "")
      .toLowerCase()
      .replace(VARIANT, (letter) => VARIANTS[letter] ?? letter),
  );
