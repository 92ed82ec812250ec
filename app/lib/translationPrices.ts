import type { TranslationPrices } from "./loadContext.ts";

const CHARACTERS_PER_PRICE = 1_000_000;
const HOUR_MS = 3_600_000;

/** The name under which speech that a recogniser received is counted. The operator configures one. */
export const SPEECH_ENGINE = "transcribe";

/** Names of the engines, which are the same in every language. */
const ENGINE_NAMES: Readonly<Record<string, string>> = {
  apertium: "Apertium",
  deepl: "DeepL",
  libretranslate: "LibreTranslate",
  openai: "OpenAI",
  "workers-ai": "Workers AI",
};

export const engineName = (engine: string): string => ENGINE_NAMES[engine] ?? engine;

/** Returns the price of the characters; null for an engine without a price. */
export function costOf(prices: TranslationPrices | null, engine: string, characters: number): number | null {
  const price = prices?.perMillion[engine];
  return price === undefined ? null : (characters / CHARACTERS_PER_PRICE) * price;
}

/** Returns the price of speech; null without one. */
export const speechCost = (prices: TranslationPrices | null, milliseconds: number): number | null =>
  prices?.speechHour === undefined ? null : (milliseconds / HOUR_MS) * prices.speechHour;
