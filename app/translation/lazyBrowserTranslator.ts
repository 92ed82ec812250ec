/** Loads the code for the browser's translator with the first line that needs it: most browsers have no translator. */
import { fail } from "#contracts/errors.ts";
import type { BrowserTranslator, BrowserTranslatorOptions } from "./browserTranslator.ts";

/** Errors: as `BrowserTranslator`, and `translate/unavailable` if loading fails. The next call retries. */
export function createLazyBrowserTranslator(
  options: BrowserTranslatorOptions,
  load = () => import("./browserTranslator.ts"),
): BrowserTranslator {
  let loading: Promise<BrowserTranslator> | null = null;
  return {
    async translate(text, from, to) {
      if (options.api === undefined) return fail("translate/unavailable", "no Translator");
      loading ??= load().then(({ createBrowserTranslator }) => createBrowserTranslator(options));
      const loaded = await loading.catch(() => null);
      if (loaded !== null) return loaded.translate(text, from, to);
      loading = null;
      return fail("translate/unavailable", "not loaded");
    },
  };
}
