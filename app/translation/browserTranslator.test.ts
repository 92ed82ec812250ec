import { describe, expect, test } from "vitest";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import { BROWSER_TRANSLATOR_TIMEOUT_MS, createBrowserTranslator, FAILED_PAIR_RETRY_MS } from "./browserTranslator.ts";
import type { TranslatorApi } from "./translationReach.ts";

const never = <T>() => new Promise<T>(() => {});
const unavailable = { ok: false, error: { code: "translate/unavailable" } };

function browser(change: Partial<TranslatorApi> = {}, names: readonly string[] = []) {
  const clock = createFakeClock();
  const made: string[] = [];
  const api: TranslatorApi = {
    availability: async () => "available",
    create: async ({ sourceLanguage, targetLanguage }) => {
      made.push(`${sourceLanguage}-${targetLanguage}`);
      return { translate: async (text) => `${targetLanguage}: ${text}` };
    },
    ...change,
  };
  return { clock, made, translator: createBrowserTranslator({ api, clock, names: () => names }) };
}

describe("browser translator", () => {
  test("creates one instance for each pair", async () => {
    const { translator, made, clock } = browser();
    const answers = await Promise.all([
      translator.translate("hola", "es", "en"),
      translator.translate("adios", "es", "en"),
      translator.translate("hei", "nb", "en"),
    ]);
    expect(answers.map((result) => result.ok && result.value)).toEqual(["en: hola", "en: adios", "en: hei"]);
    expect(made).toEqual(["es-en", "no-en"]);
    expect(clock.pending()).toBe(0);
  });

  test("fails without a browser translator", async () => {
    const translator = createBrowserTranslator({ api: undefined, clock: createFakeClock() });
    expect(await translator.translate("hola", "es", "en")).toMatchObject(unavailable);
  });

  test("keeps mentions, addresses and signs", async () => {
    const sent: string[] = [];
    const translate = async (text: string) => {
      sent.push(text);
      return text.toUpperCase();
    };
    const { translator } = browser({ create: async () => ({ translate }) }, ["Juan Blanco"]);
    expect(
      await translator.translate("oye @Juan Blanco, mira https://example.com/docs: **no** va", "es", "en"),
    ).toEqual({
      ok: true,
      value: "OYE @Juan Blanco, MIRA https://example.com/docs: **NO** VA",
    });
    expect(sent).toEqual(["oye [[0]], mira [[1]]no[[2]] va"]);
  });

  test("fails if the translator changes signs", async () => {
    const { translator } = browser({ create: async () => ({ translate: async (text) => `*${text}` }) });
    expect(await translator.translate("hola", "es", "en")).toMatchObject(unavailable);
  });

  test("rejects an unsupported pair", async () => {
    const { translator } = browser({ availability: async () => "unavailable" });
    expect(await translator.translate("hola", "es", "en")).toMatchObject({
      ok: false,
      error: { code: "translate/unsupported-pair" },
    });
  });

  test.each<[string, Partial<TranslatorApi>]>([
    ["availability", { availability: never }],
    ["create", { create: never }],
    ["translate", { create: async () => ({ translate: never<string> }) }],
  ])("times out when %s hangs", async (_, change) => {
    const { translator, clock } = browser(change);
    const pending = translator.translate("hola", "es", "en");
    await clock.advance(BROWSER_TRANSLATOR_TIMEOUT_MS);
    expect(await pending).toMatchObject(unavailable);
  });

  test("uses a hung pair once it is ready", async () => {
    const late = Promise.withResolvers<Awaited<ReturnType<TranslatorApi["create"]>>>();
    let creations = 0;
    const { translator, clock } = browser({
      create: () => {
        creations += 1;
        return late.promise;
      },
    });
    const first = translator.translate("hola", "es", "en");
    await clock.advance(BROWSER_TRANSLATOR_TIMEOUT_MS);
    expect(await first).toMatchObject(unavailable);
    expect(await translator.translate("hola", "es", "en")).toMatchObject(unavailable);
    late.resolve({ translate: async (text) => `late ${text}` });
    await settle();
    expect(await translator.translate("hola", "es", "en")).toEqual({ ok: true, value: "late hola" });
    expect(creations).toBe(1);
  });

  test("retries a rejected pair later", async () => {
    let creations = 0;
    const { translator, clock } = browser({
      create: async () => {
        creations += 1;
        throw new DOMException("needs a press", "NotAllowedError");
      },
    });
    await translator.translate("hola", "es", "en");
    await translator.translate("hola", "es", "en");
    expect(creations).toBe(1);
    await clock.advance(FAILED_PAIR_RETRY_MS);
    await translator.translate("hola", "es", "en");
    expect(creations).toBe(2);
  });
});
