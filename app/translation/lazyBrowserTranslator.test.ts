import { describe, expect, test, vi } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createLazyBrowserTranslator } from "./lazyBrowserTranslator.ts";
import type { TranslatorApi } from "./translationReach.ts";

const clock = createFakeClock();
const api: TranslatorApi = {
  availability: async () => "available",
  create: async ({ targetLanguage }) => ({ translate: async (text) => `${targetLanguage}: ${text}` }),
};
const load = () => import("./browserTranslator.ts");

describe("lazy browser translator", () => {
  test("loads nothing without a browser translator", async () => {
    const loading = vi.fn(load);
    const { translate } = createLazyBrowserTranslator({ api: undefined, clock }, loading);
    expect(await translate("hola", "es", "en")).toMatchObject({ ok: false, error: { code: "translate/unavailable" } });
    expect(loading).not.toHaveBeenCalled();
  });

  test("loads once, and again after a failure", async () => {
    const loading = vi.fn(load).mockRejectedValueOnce(new TypeError("offline"));
    const { translate } = createLazyBrowserTranslator({ api, clock }, loading);
    expect(await translate("hola", "es", "en")).toMatchObject({ ok: false, error: { code: "translate/unavailable" } });
    expect(await translate("hola", "es", "en")).toEqual({ ok: true, value: "en: hola" });
    expect(await translate("hola", "es", "fr")).toEqual({ ok: true, value: "fr: hola" });
    expect(loading).toHaveBeenCalledTimes(2);
  });
});
