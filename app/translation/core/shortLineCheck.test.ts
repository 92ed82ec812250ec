import { describe, expect, test, vi } from "vitest";
import { isLanguage, type Language } from "#contracts/languages.ts";
import { readLanguageStatistics } from "../../../scripts/lib/languageStatistics.ts";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { createShortLineCheck, LOAD_TIMEOUT_MS, RETRY_MS, type ShortLineCheckOptions } from "./shortLineCheck.ts";

/** Lines of everyday chats by pair: the language of the line, as its author said, and that of the reader. */
type Lines = Readonly<Record<string, readonly string[]>>;

const READABLE: Lines = {
  "en es": [
    "Sin red",
    "Vale, perfecto",
    "Vale",
    "Gracias",
    "sí",
    "no sé",
    "hola",
    "hola a todos",
    "Muchas gracias",
    "nos vemos mañana",
    "Perfecto",
    "claro que sí",
    "un momento",
    "sin sonido",
    "ya estoy",
    "No te oigo",
    "De acuerdo",
    "hasta luego",
    "buenos días",
    "¿qué tal?",
    "No",
    "no no no",
  ],
  "es en": ["No", "OK", "Hotel", "OK thanks", "Google Meet", "Thank you", "see you tomorrow", "me too"],
  "fr es": ["ok"],
  "fr en": ["good morning", "I agree"],
  "de en": ["sounds good", "no problem"],
  "en fr": ["Merci beaucoup", "d'accord", "à demain", "Bonjour à tous"],
  "es fr": ["c'est bon"],
  "en de": ["Guten Morgen", "alles klar", "ja, genau", "Danke schön", "bis morgen"],
  "en pt": ["obrigado", "até amanhã", "tudo bem"],
  "es pt": ["não sei"],
  "en it": ["grazie mille", "va bene", "a domani", "ciao a tutti"],
  "ru en": ["OK thanks"],
  "en ar": ["شكرا جزيلا"],
  "en ru": ["до завтра"],
  "en ja": ["ありがとう"],
  "en ca": ["gràcies", "bon dia"],
  "es ca": ["tot bé"],
  "en nl": ["dank je wel", "tot ziens"],
  "en pl": ["dziękuję bardzo"],
  "en sv": ["tack så mycket"],
};

const FOREIGN: Lines = {
  "es en": [
    "Gracias",
    "Hola",
    "sí",
    "Vale",
    "Vale, perfecto",
    "Muchas gracias",
    "no sé",
    "no te oigo",
    "Perfecto",
    "buenos días",
    "hasta luego",
    "claro",
    "de acuerdo",
    "un momento",
    "ya voy",
    "dime",
    "La casa es grande",
    "Sin red",
    "sin sonido",
    "¿me oyes?",
    "ahora vuelvo",
    "OK gracias",
    "no va",
    "come si quieres",
    "Mañana",
    "Mañana a las ocho",
    "Fin",
    "son mis notas",
    "pan y sal",
    "once personas",
    "Ven",
    "Me gusta",
    "he visto todo",
    "no son once",
  ],
  "en es": [
    "See you",
    "OK thanks",
    "Thanks",
    "yes",
    "Hello",
    "good morning",
    "no audio here",
    "me too",
    "sure",
    "I agree",
    "one moment",
    "sorry",
    "The red house",
    "no sound",
    "on my way",
    "can you hear me?",
    "Great idea",
  ],
  "en fr": ["see you tomorrow", "thanks a lot", "good question", "nice one"],
  "en de": ["not now", "thank you"],
  "en pt": ["I will do it"],
  "en it": ["no idea"],
  "de en": [
    "ja",
    "Ja, genau",
    "Danke",
    "gut",
    "bis morgen",
    "so ein Mist",
    "also gut",
    "kein Problem",
    "das war gut",
    "Die Tür",
    "Hund",
  ],
  "de es": ["kein Ton"],
  "fr en": ["Merci beaucoup", "oui", "d'accord", "à demain", "pas de son", "on y va", "bonne question"],
  "fr es": ["Merci", "c'est bon"],
  "pt en": ["obrigado", "não", "Ok, obrigada"],
  "pt es": ["até amanhã", "tudo bem", "bom dia", "sim"],
  "it en": ["grazie", "ciao", "sono qui", "come va?"],
  "it es": ["va bene", "a domani"],
  "ru en": ["спасибо"],
  "ru es": ["да"],
  "ar en": ["شكرا"],
  "ja en": ["はい"],
  "zh-Hans en": ["谢谢"],
  "ca es": ["gràcies", "fins demà"],
  "ca en": ["bon dia"],
  "nl en": ["dank je", "ja"],
  "sv en": ["tack", "hej"],
  "pl en": ["dzięki"],
};

const statistics = await readLanguageStatistics();

function scene(change: Partial<ShortLineCheckOptions> = {}) {
  const clock = createFakeClock();
  const onChange = vi.fn();
  const storage = fakeStorage();
  const fetchStatistics = vi.fn(async (language: Language): Promise<unknown> => statistics.get(language));
  const options = { fetchStatistics, storage, clock, onChange, ...change };
  const check = createShortLineCheck(options);
  const isReadable = (text: string, language: Language, reads: Language, id = "a") =>
    check.isReadable({ id, language, text }, reads);
  return { check, clock, isReadable, onChange, options };
}

/** Returns the lines of which the check says the opposite. */
async function mistakesIn(lines: Lines, expected: boolean): Promise<string[]> {
  const { isReadable } = scene();
  const rows = Object.entries(lines).flatMap(([pair, texts]) => {
    const [language = "", reads = ""] = pair.split(" ");
    if (!isLanguage(language) || !isLanguage(reads)) throw new Error(pair);
    return texts.map((text) => ({ pair, text, check: () => isReadable(text, language, reads) }));
  });
  for (const { check } of rows) check();
  await settle();
  return rows.filter(({ check }) => check() !== expected).map(({ pair, text }) => `${pair} ${text}`);
}

describe("short line check", () => {
  test("translates every line that is not in the reader's language", async () => {
    expect(Object.values(FOREIGN).flat().length).toBeGreaterThan(100);
    expect(await mistakesIn(FOREIGN, false)).toEqual([]);
  });

  test("finds most lines in the reader's language", async () => {
    expect(Object.values(READABLE).flat().length).toBeGreaterThan(60);
    // In both languages, or in neither's statistics. An engine returns them as they are.
    expect(await mistakesIn(READABLE, true)).toEqual([
      ...["en es Vale", "en es hola", "es en No", "es en OK", "es en Hotel", "es en Google Meet", "fr es ok"],
      "en fr d'accord",
    ]);
  });

  test("never finds a longer line", async () => {
    const { isReadable, options } = scene();
    isReadable("sin red", "en", "es");
    await settle();
    expect(isReadable("Vale, perfecto, muchas gracias", "en", "es")).toBe(true);
    expect(isReadable("Vale, perfecto, muchas gracias Inés", "en", "es")).toBe(false);
    expect(options.fetchStatistics).toHaveBeenCalledTimes(2);
  });

  test("ignores links, addresses, file names and mentions", async () => {
    const { isReadable } = scene();
    isReadable("sin red", "en", "es");
    await settle();
    expect(isReadable("@Tom https://example.com/casa sin red", "en", "es")).toBe(true);
    for (const text of ["https://example.com/sin/red", "sin.red@example.com", "sin-red.pdf", "@Sin", "👍 15:30", ""])
      expect(isReadable(text, "en", "es"), text).toBe(false);
  });

  test("waits for the statistics of both languages", async () => {
    const { isReadable, onChange } = scene();
    expect(isReadable("sin red", "en", "es")).toBeUndefined();
    expect(onChange).not.toHaveBeenCalled();
    await settle();
    expect(isReadable("sin red", "en", "es")).toBe(true);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test("translates languages without statistics", () => {
    const { isReadable, options } = scene();
    expect(isReadable("sin red", "en", "eo")).toBe(false);
    expect(isReadable("sin red", "eo", "es")).toBe(false);
    expect(options.fetchStatistics).not.toHaveBeenCalled();
  });

  test.each<[string, ShortLineCheckOptions["fetchStatistics"]]>([
    ["cannot be loaded", async () => Promise.reject(new TypeError("offline"))],
    ["have another shape", async () => "<html>"],
    ["are slow", () => new Promise(() => {})],
  ])("translates when the statistics %s", async (_, fetchStatistics) => {
    const given = scene({ fetchStatistics });
    given.isReadable("sin red", "en", "es");
    await given.clock.advance(LOAD_TIMEOUT_MS);
    expect(given.isReadable("sin red", "en", "es")).toBe(false);
  });

  test("loads failed statistics again later", async () => {
    const fetchStatistics = vi.fn(async (language: Language): Promise<unknown> => statistics.get(language));
    fetchStatistics.mockRejectedValueOnce(new TypeError("offline"));
    const { clock, isReadable } = scene({ fetchStatistics });
    isReadable("sin red", "en", "es");
    await clock.advance(RETRY_MS - 1);
    expect(isReadable("sin red", "en", "es")).toBe(false);
    await clock.advance(1);
    isReadable("sin red", "en", "es");
    await settle();
    expect(isReadable("sin red", "en", "es")).toBe(true);
  });

  test("translates a line on request, in this tab", async () => {
    const { check, isReadable, onChange, options } = scene();
    isReadable("sin red", "en", "es");
    await settle();
    onChange.mockClear();
    check.translateAnyway("a");
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(isReadable("sin red", "en", "es")).toBe(false);
    expect(isReadable("sin red", "en", "es", "b")).toBe(true);
    const reloaded = scene({ storage: options.storage });
    expect(reloaded.isReadable("sin red", "en", "es")).toBe(false);
    expect(reloaded.isReadable("sin red", "en", "es", "b")).toBeUndefined();
  });

  test("survives storage of another shape", async () => {
    const storage = fakeStorage();
    storage.setItem("parley.translate-anyway", "{");
    const { check, isReadable } = scene({ storage });
    check.translateAnyway("a");
    expect(isReadable("sin red", "en", "es")).toBe(false);
  });
});
