/** Text keeps its shape through the real Apertium: made texts in every installed direction, and reported texts. */
import { afterAll, describe, expect, test } from "vitest";
import { readInstallation } from "../modes.ts";
import { createPool } from "../pool.ts";
import { translateText } from "../translateText.ts";
import { DIRECTIONS, makeTexts, shapeFault } from "./madeTexts.ts";
import { apertiumRoot } from "./service.ts";

const TEXTS = 500;
const SEED = 27;

const pool = createPool(readInstallation(await apertiumRoot()), { maxOpen: 8, idleMs: 60_000, log: () => {} });
afterAll(() => pool.close());

function translate(source: string, target: string, text: string): Promise<string> {
  const direction = pool.find(source, target);
  if (direction === undefined) throw new Error(`${source}-${target} is not installed`);
  const { signal } = new AbortController();
  return translateText(text, (stream) => direction.translate(stream, signal));
}

describe("shape of made texts", () => {
  test.each(DIRECTIONS)("is kept from %s to %s", { timeout: 120_000 }, async (source, target) => {
    const texts = makeTexts(source, TEXTS, SEED);
    const translations = await Promise.all(texts.map(({ text }) => translate(source, target, text)));
    const faults = texts.flatMap((made, index) => {
      const fault = shapeFault(made, translations[index] ?? "");
      return fault === null ? [] : [{ fault, text: made.text, translation: translations[index] }];
    });
    expect(faults).toEqual([]);
    // The texts are translated, not only returned.
    expect(translations.filter((translation, index) => translation === texts[index]?.text).length).toBeLessThan(25);
  });
});

describe("reported texts", () => {
  test.each([
    ["La sala mide 5*3 metros", "The room measures 5*3 metres"],
    ["Pulsa *6", "It presses *6"],
    ["Esto **no** es la casa", "This **no** it is the house"],
    ["README.md", "README.md"],
    ["Mira README.md y `la casa`", "It looks README.md and `la casa`"],
    ["Escribe Espa&ntilde;a y AT&amp;T", "It writes Espa&ntilde;a and AT&amp;T"],
    ["20€ o 50$", "20€ or 50$"],
    ["LA CASA ES GRANDE Y ROJA", "THE HOUSE IS BIG AND RED"],
    ["Hola. LA CASA ES GRANDE. La casa.", "Hello. THE HOUSE IS BIG. The house."],
    ["#casa grande", "#casa big"],
    ["Abre C:\\Users\\Ana\\casa.txt", "It opens C:\\Users\\Ana\\casa.txt"],
    ["uno\n\ndos\r\ntres", "one\n\ntwo\r\nthree"],
    ["El botón [[0]] rojo", "The red [[0]] button"],
    ["la casa\n```\nla casa\n```\nroja", "the house\n```\nla casa\n```\nred"],
    ["José y la casa roja", "José and the red house"],
    ["Jose\u0301 come", "José eats"],
    ["la casa de अमित", "the house of अमित"],
    ["casa\u00ADroja", "casaroja"],
  ])("%j becomes %j", async (text, translation) => {
    expect(await translate("es", "en", text)).toBe(translation);
  });

  test("translates words inside angle brackets", async () => {
    expect(await translate("en", "es", "Click <the red button> and wait")).toBe("Clic <el botón rojo> y espera");
  });

  test.each(DIRECTIONS)("keeps capitals from %s to %s", async (source, target) => {
    const text = { en: "THE HOUSE IS RED", es: "LA CASA ES ROJA", fr: "LA MAISON EST ROUGE" };
    const more = { ...text, pt: "A CASA É VERMELHA", ca: "LA CASA ÉS VERMELLA" };
    expect(await translate(source, target, more[source])).toMatch(/^[\p{Lu} ]+$/u);
  });
});
