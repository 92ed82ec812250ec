import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { prepareSpeech, prepareTranslation } from "./devServices.ts";

const line = { show: () => {}, clear: () => {}, print: () => {} };
const find = async () => null;
const translation = (variables: Record<string, string>, isOff = false) =>
  prepareTranslation({ variables, line, isOff, find });
const speech = (variables: Record<string, string>, isWanted: boolean) =>
  prepareSpeech({ variables, line, isWanted, find });
const LOOPBACK = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/u);

beforeEach(() => vi.stubEnv("PARLEY_APERTIUM", undefined));
afterEach(() => vi.unstubAllEnvs());

describe("translation in development", () => {
  test("fetches Apertium at an address that is known before", async () => {
    const { env, row } = await translation({});
    expect([env, row]).toEqual([{ APERTIUM_URL: LOOPBACK }, "fetching Apertium, 30 MB …"]);
  });

  test("fetches nothing if another engine is configured", async () => {
    const variables = { LIBRETRANSLATE_URL: "http://127.0.0.1:5000", LIBRETRANSLATE_API_KEY: "key" };
    expect(await translation(variables)).toMatchObject({ env: variables, row: "LibreTranslate" });
  });

  test("uses the user's own Apertium", async () => {
    const variables = { APERTIUM_URL: "http://127.0.0.1:2737" };
    expect(await translation(variables)).toMatchObject({ env: variables, row: "Apertium" });
  });

  test("fetches nothing with --no-translate", async () => {
    expect(await translation({}, true)).toMatchObject({ env: {}, row: "none: Apertium is switched off" });
  });

  test("fetches nothing in CI unless asked", async () => {
    expect((await translation({ CI: "true" })).row).toBe("none: in CI only after `npm run translate:setup`");
    vi.stubEnv("PARLEY_APERTIUM", "fetched");
    expect((await translation({ CI: "true" })).row).toMatch(/^fetching/u);
  });

  test("starts no Apertium that TRANSLATE_ENGINES does not list", async () => {
    const variables = { TRANSLATE_ENGINES: "deepl", DEEPL_API_KEY: "key" };
    expect(await translation(variables)).toMatchObject({ env: variables, row: "DeepL" });
  });
});

describe("speech in development", () => {
  test("is fetched with --speech only", async () => {
    expect((await speech({}, false)).env).toEqual({});
    const { env, row } = await speech({}, true);
    expect([env, row]).toEqual([{ TRANSCRIBE_URL: LOOPBACK }, "fetching pocketsphinx, 36 MB …"]);
  });

  test("uses the configured recogniser", async () => {
    const variables = { TRANSCRIBE_URL: "http://127.0.0.1:1", TRANSCRIBE_KEY: "key" };
    expect(await speech(variables, true)).toMatchObject({ env: variables, row: "by http://127.0.0.1:1" });
  });
});
