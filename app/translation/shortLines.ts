/**
 * Short lines that the reader can probably read as they are, such as "Vale, perfecto" by somebody who said English. They
 * are shown in the original, and translated on request. The check loads with the first short line in another language.
 */
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { type KeyValueStorage, safeSessionStorage } from "../lib/storage.ts";
import type { ShortLineCheck } from "./core/shortLineCheck.ts";

export interface ShortLines {
  /** Returns whether the reader can probably read the line. Undefined while the check loads; then subscribers are called. */
  isReadable(line: Pick<Line, "id" | "language" | "text">, reads: Language): boolean | undefined;
  /** Has the line translated in this tab. */
  translateAnyway(lineId: string): void;
  subscribe(changed: () => void): () => void;
}

interface ShortLinesOptions {
  fetch: typeof fetch;
  storage: () => KeyValueStorage;
  clock: Clock;
}

/** No longer text is checked: UTF-16 code units. */
const MAX_LENGTH = 40;

export function createShortLines(
  { fetch, storage, clock }: ShortLinesOptions,
  load = () => import("./core/shortLineCheck.ts"),
): ShortLines {
  const subscribers = new Set<() => void>();
  const onChange = () => {
    for (const changed of [...subscribers]) changed();
  };
  /** Null while loading. After a failure every line counts as not readable. */
  let check: Pick<ShortLineCheck, "isReadable" | "translateAnyway"> | null | undefined;
  async function loadCheck() {
    check = null;
    try {
      const { createShortLineCheck } = await load();
      check = createShortLineCheck({
        fetchStatistics: async (language) => (await fetch(`/language-statistics/${language}.json`)).json(),
        ...{ storage: storage(), clock, onChange },
      });
    } catch {
      check = { isReadable: () => false, translateAnyway() {} };
    }
    onChange();
  }
  return {
    isReadable(line, reads) {
      if (line.text.length > MAX_LENGTH) return false;
      if (check === undefined) void loadCheck();
      return check?.isReadable(line, reads);
    },
    translateAnyway: (lineId) => check?.translateAnyway(lineId),
    subscribe(changed) {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
}

/** Counts no line as readable. */
export const NO_SHORT_LINES: ShortLines = { isReadable: () => false, translateAnyway() {}, subscribe: () => () => {} };

/** Those of this page. */
export const pageShortLines = createShortLines({
  fetch: (...request) => fetch(...request),
  storage: safeSessionStorage,
  clock: systemClock,
});
