/** Counts the texts that the browser translates, because no server receives them. */
import { codePointLength } from "#contracts/limits.ts";
import type { BrowserTranslator } from "./browserTranslator.ts";

export interface DeviceTranslationCounter {
  /** Returns the same translator, counted. */
  count(translator: BrowserTranslator): BrowserTranslator;
  /** Returns the translations, and their source characters, since the last call. */
  take(): { readonly device_lines: number; readonly device_characters: number };
}

export function createDeviceTranslationCounter(): DeviceTranslationCounter {
  let [lines, characters] = [0, 0];
  return {
    count: (translator) => ({
      async translate(text, from, to) {
        const result = await translator.translate(text, from, to);
        if (result.ok) {
          lines += 1;
          characters += codePointLength(text);
        }
        return result;
      },
    }),
    take() {
      const taken = { device_lines: lines, device_characters: characters };
      [lines, characters] = [0, 0];
      return taken;
    },
  };
}
