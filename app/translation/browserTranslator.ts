/**
 * The browser's own Translator: no text leaves the device. It may be missing, want a press for its download, or hang
 * for ever when it cannot be downloaded; so everything has a time limit, and a pair that hangs is not asked twice.
 */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Clock } from "../lib/clock.ts";

interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** The part of the Translator API that is used. */
export interface TranslatorApi {
  availability(pair: LanguagePair): Promise<string>;
  create(pair: LanguagePair): Promise<{ translate(text: string): Promise<string> }>;
}

export interface BrowserTranslator {
  /**
   * Errors: `translate/unavailable` without a Translator, or when it does not come up in time;
   * `translate/unsupported-pair`.
   */
  translate(text: string, from: Language, to: Language): Promise<Result<string>>;
}

export const BROWSER_TRANSLATOR_TIMEOUT_MS = 5_000;
/** A pair that was refused, perhaps for want of a press, is tried again after this long. */
export const FAILED_PAIR_RETRY_MS = 30_000;

type TranslatorInstance = Awaited<ReturnType<TranslatorApi["create"]>>;
type PendingInstance = Promise<Result<TranslatorInstance>>;

/** Tags that browsers know under another code. */
const browserTag = (language: Language): string => (language === "nb" ? "no" : language);

export function createBrowserTranslator({
  api,
  clock,
}: {
  api: TranslatorApi | undefined;
  clock: Clock;
}): BrowserTranslator {
  /** Made once for each pair, and used by all lines. */
  const pairs = new Map<string, { making: PendingInstance; late: boolean }>();

  function withTimeout<T>(task: Promise<Result<T>>, onTimeout: () => void = () => {}): Promise<Result<T>> {
    return new Promise((resolve) => {
      const cancel = clock.after(BROWSER_TRANSLATOR_TIMEOUT_MS, () => {
        onTimeout();
        resolve(fail("translate/unavailable", "time limit"));
      });
      void task.then((result) => {
        cancel();
        resolve(result);
      });
    });
  }

  async function createInstance(translator: TranslatorApi, pair: LanguagePair): PendingInstance {
    try {
      const availability = await translator.availability(pair);
      if (availability === "unavailable") return fail("translate/unsupported-pair");
      return ok(await translator.create(pair));
    } catch {
      return fail("translate/unavailable", "refused");
    }
  }

  function instanceFor(translator: TranslatorApi, from: Language, to: Language): PendingInstance {
    const key = `${from} ${to}`;
    const known = pairs.get(key);
    if (known !== undefined) return known.late ? Promise.resolve(fail("translate/unavailable", "hangs")) : known.making;
    const making = createInstance(translator, { sourceLanguage: browserTag(from), targetLanguage: browserTag(to) });
    const entry = { making, late: false };
    pairs.set(key, entry);
    void making.then((made) => {
      // What hung and came up after all is used from now on.
      entry.late = false;
      if (!made.ok) clock.after(FAILED_PAIR_RETRY_MS, () => pairs.delete(key));
    });
    entry.making = withTimeout(making, () => {
      entry.late = true;
      entry.making = making;
    });
    return entry.making;
  }

  return {
    async translate(text, from, to) {
      if (api === undefined) return fail("translate/unavailable", "no Translator");
      const made = await instanceFor(api, from, to);
      if (!made.ok) return made;
      return withTimeout(
        made.value.translate(text).then(
          (translated) => ok(translated),
          () => fail("translate/unavailable", "refused"),
        ),
      );
    },
  };
}
