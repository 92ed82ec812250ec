/** The browser's own Translator, whose part of Parley is loaded when a line first needs it: most browsers have none. */
import { fail } from "#contracts/errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { DeviceTranslator, TranslatorApi } from "./deviceTranslator.ts";

type Options = { api: TranslatorApi | undefined; clock: Clock };

/** Errors: those of `DeviceTranslator`; `translate/unavailable`, too, where it could not be loaded. The next call tries again. */
export function createLateDeviceTranslator(
  { api, clock }: Options,
  load = () => import("./deviceTranslator.ts"),
): DeviceTranslator {
  let loading: Promise<DeviceTranslator> | null = null;
  return {
    async translate(text, from, to) {
      if (api === undefined) return fail("translate/unavailable", "no Translator");
      loading ??= load().then(({ createDeviceTranslator }) => createDeviceTranslator({ api, clock }));
      const loaded = await loading.catch(() => null);
      if (loaded !== null) return loaded.translate(text, from, to);
      loading = null;
      return fail("translate/unavailable", "not loaded");
    },
  };
}
