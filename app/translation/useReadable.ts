import { useState, useSyncExternalStore } from "react";
import { canTranslate, type LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { systemClock } from "~/lib/clock.ts";
import { canRead, createTranslationReach, type TranslationReach } from "./translationReach.ts";

/** Returns the reach of this browser. */
export function useBrowserReach(engines: LanguagePairs): TranslationReach {
  const [reach] = useState(() => createTranslationReach({ engines, api: globalThis.Translator, clock: systemClock }));
  return { ...reach, engines };
}

/** Returns for each spoken language whether the reader gets it in `reads`. HTML of the server counts engines only. */
export function useReadable(reach: TranslationReach, spoken: readonly Language[], reads: Language): readonly boolean[] {
  const digits = (isReadable: (from: Language) => boolean) => spoken.map((from) => Number(isReadable(from))).join("");
  const readable = useSyncExternalStore(
    reach.subscribe,
    () => digits((from) => canRead(reach, from, reads)),
    () => digits((from) => canTranslate(reach.engines, from, reads)),
  );
  return [...readable].map((digit) => digit === "1");
}
