/** The browser's own Translator, whose part of Parley is loaded when a line first needs it: most browsers have none. */
import { fail } from "#contracts/errors.ts";
import type { Clock } from "../lib/clock.ts";
import type { BrowserTranslator, TranslatorApi } from "./browserTranslator.ts";

type LazyBrowserTranslatorOptions = { api: TranslatorApi | undefined; clock: Clock };

/** Errors: those of `DeviceTranslator`; `translate/unavailable`, too, where it could not be loaded. The next call tries again. */
export function createLazyBrowserTranslator(
  { api, clock }: LazyBrowserTranslatorOptions,
  load = () => import("./browserTranslator.ts"),
): BrowserTranslator {
  let loading: Promise<BrowserTranslator> | null = null;
  return {
    async translate(text, from, to) {
      if (api === undefined) return fail("translate/unavailable", "no Translator");
      loading ??= load().then(({ createBrowserTranslator }) => createBrowserTranslator({ api, clock }));
      const loaded = await loading.catch(() => null);
      if (loaded !== null) return loaded.translate(text, from, to);
      loading = null;
      return fail("translate/unavailable", "not loaded");
    },
  };
}
