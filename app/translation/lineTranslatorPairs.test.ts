import { describe, expect, test } from "vitest";
import { groupLanguagePairs, type LanguagePairs } from "#contracts/languagePairs.ts";
import { translateRequests } from "../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../tests/fakes/world.ts";
import type { ShortLines } from "./shortLines.ts";
import type { TranslatorApi } from "./translationReach.ts";

/** Between English and Spanish only. */
const PAIRS = groupLanguagePairs((from, to) => [from, to].every((code) => code === "en" || code === "es"));

/** Ana writes English, Jonas reads German. */
async function inCall(options: { pairs?: LanguagePairs; translator?: TranslatorApi; shortLines?: ShortLines } = {}) {
  const world = createWorld();
  const ana = world.tab(world.backend.person("Ana", "en", "en"), { pairs: PAIRS });
  const jonas = world.tab(world.backend.person("Jonas", "de", "de"), { pairs: PAIRS, ...options });
  ana.call.join();
  jonas.call.join();
  await world.clock.advance(1_000);
  return { ...world, ana, jonas };
}

const translator = (availability: string): TranslatorApi => ({
  availability: async () => availability,
  create: async () => ({ translate: async (text) => `de: ${text}` }),
});

describe("line translator with the engines' pairs", () => {
  test("shows the original at once without an engine", async () => {
    const given = await inCall();
    const { ana, jonas, clock } = given;
    // Longer than a short line.
    ana.timeline.post("The bus leaves at eight o'clock in the morning.", "en");
    const shown = ["(translate/unsupported-pair) The bus leaves at eight o'clock in the morning."];
    const seen = new Set<string>();
    jonas.timeline.subscribe(() => seen.add(JSON.stringify(jonas.sees())));
    await clock.advance(60_000);
    expect(jonas.sees()).toEqual(shown);
    expect([...seen].filter((sight) => sight.includes("..."))).toEqual([]);
    expect(translateRequests(given)).toHaveLength(0);
  });

  test("translates the pairs that an engine has", async () => {
    const given = await inCall({ pairs: null });
    given.ana.timeline.post("hola", "es");
    await given.clock.advance(10_000);
    expect(given.jonas.sees()).toEqual(["de: hola"]);
  });

  test("waits for a model on the reader's device", async () => {
    const { ana, jonas, clock } = await inCall({ translator: translator("available") });
    ana.timeline.post("hello", "en");
    await clock.advance(0);
    expect(jonas.sees()).toEqual(["(device) de: hello"]);
    expect(jonas.timeline.mayTranslate("en")).toBe(true);
  });

  test("waits for no model that must be downloaded", async () => {
    const { jonas, clock } = await inCall({
      translator: { ...translator("downloadable"), create: () => new Promise(() => {}) },
    });
    expect(jonas.timeline.mayTranslate("en")).toBe(false);
    await clock.advance(0);
    expect(jonas.timeline.mayTranslate("en")).toBe(false);
    expect(jonas.timeline.mayTranslate("de")).toBe(true);
  });

  test("offers no translation of a short line without an engine", async () => {
    const shortLines: ShortLines = { isReadable: () => true, translateAnyway() {}, subscribe: () => () => {} };
    const { ana, jonas, clock } = await inCall({ shortLines });
    ana.timeline.post("OK", "en");
    await clock.advance(0);
    expect(jonas.sees()).toEqual(["(translate/unsupported-pair) OK"]);
  });
});
